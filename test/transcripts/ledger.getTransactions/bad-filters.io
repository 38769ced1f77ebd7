// Unknown members, kinds, addresses, IDs and fields name what is wrong.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransactions","params":{"filter":{"adresses":["P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95"]}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter","expected":"one of addresses, kinds, nodeID, subnetID, validationID, chainID, fromHeight, toHeight, fromTime, toTime (\"addresses\" is the nearest)","got":"\"adresses\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransactions","params":{"filter":{"kinds":["BaseTX"]}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.kinds[0]","expected":"a transaction type such as BaseTx (\"BaseTx\" is the nearest)","got":"\"BaseTX\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransactions","params":{"filter":{"kinds":[]}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.kinds","expected":"a list of 1 to 64 transaction types","got":"a list of 0"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransactions","params":{"filter":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.addresses[0]","expected":"a P-chain address of this network, which begins with P-custom1: expected hrp \"custom\" but got \"local\"","got":"\"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransactions","params":{"filter":{"addresses":[]}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.addresses","expected":"a list of 1 to 1024 addresses","got":"a list of 0"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransactions","params":{"filter":{"nodeID":"NodeID-5Gaqnqm3nGVXjmdGkuK8Q7BS63bSBVoNW"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.nodeID","expected":"a node ID: NodeID- followed by the cb58 encoding of 20 bytes with its checksum","got":"\"NodeID-5Gaqnqm3nGVXjmdGkuK8Q7BS63bSBVoNW\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransactions","params":{"filter":{"subnetID":"x"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.subnetID","expected":"a cb58 ID of 32 bytes","got":"\"x\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransactions","params":{"fields":["fee"]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"fields[0]","expected":"the name of a member of a transaction","got":"\"fee\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransactions","params":{"fields":[]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"fields","expected":"a list of 1 to 64 member names of a transaction","got":"a list of 0"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransactions","params":{"sort":{"by":"height"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"sort","expected":"one of descending","got":"\"by\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransactions","params":{"sort":{}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"sort.descending","expected":"true or false","got":"nothing"}},"id":1}
