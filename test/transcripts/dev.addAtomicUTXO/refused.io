// Only the X- and the C-chain export to the P-chain, and only valid UTXOs are added.
//! chain small@0
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.addAtomicUTXO","params":{"sourceChain":"X"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"address","expected":"a P-chain address, or utxo","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.addAtomicUTXO","params":{"utxo":"0x0000a90edeb23f05b34d70a7cb88706e70969fc24bf28ba1a2c29d2dfaa9efc7469d000000000687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce00000007000000003f0c015100000000000000000000000100000001adae8ba7cf974329f3e42f9dde11ccc33b92964e","sourceChain":"P"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"sourceChain","expected":"the X- or C-chain, by ID or alias","got":"\"P\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.addAtomicUTXO","params":{"utxo":"0x0000a90edeb23f05b34d70a7cb88706e70969fc24bf28ba1a2c29d2dfaa9efc7469d000000000687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce00000007000000003f0c015100000000000000000000000100000001adae8ba7cf974329f3e42f9dde11ccc33b92964e","sourceChain":"nowhere"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"sourceChain","expected":"the X- or C-chain, by ID or alias","got":"\"nowhere\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.addAtomicUTXO","params":{"utxo":"00","sourceChain":"X"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem decoding UTXO: missing 0x prefix to hex encoding"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.addAtomicUTXO","params":{"utxo":"0x0000a90edeb23f05b34d70a7cb88706e70969fc24bf28ba1a2c29d2dfaa9efc7469d000000000687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce00000007000000003f0c015100000000000000000000000100000001adae8ba7cf974329f3e42f9dde11ccc33b92964e00","sourceChain":"X"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't parse UTXO: trailing buffer space: read 118 provided 119"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.addAtomicUTXO","params":{"utxo":"0x0000a90edeb23f05b34d70a7cb88706e70969fc24bf28ba1a2c29d2dfaa9efc7469d000000000687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce00000007000000003f0c015100000000000000000000000100000001adae8ba7cf974329f3e42f9dde11ccc33b92964e","sourceChain":"X","encoding":"hex"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem decoding UTXO: invalid input checksum"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.addAtomicUTXO","params":{"address":"P-custom14khghf70japjnuly97wauywvcvae99jwkz3aza","sourceChain":"X"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"amount","expected":"an amount in nAVAX, or utxo","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.addAtomicUTXO","params":{"address":"C-custom14khghf70japjnuly97wauywvcvae99jwkz3aza","amount":1,"sourceChain":"X"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"address","expected":"a P-chain address of this network, which begins with P-custom1: mismatched chainIDs: expected \"11111111111111111111111111111111LpoYY\" but got \"t7JQ8kk2KaX7YhWWHv2fnWNztt81hJ13i2FXDq2ZG1CFyWghx\"","got":"\"C-custom14khghf70japjnuly97wauywvcvae99jwkz3aza\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.addAtomicUTXO","params":{"utxo":"0x00","amount":1,"sourceChain":"X"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"amount","expected":"nothing besides utxo","got":"a value"}},"id":1}
