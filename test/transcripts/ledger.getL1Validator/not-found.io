// A validation ID that is unknown, or that was registered later.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getL1Validator","params":{"validationID":"TtF4d2QWbk5vzQGTEPrN48x6vwgAoAmKQ9cbp79inpQmcRKES"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no L1 validator with validation ID TtF4d2QWbk5vzQGTEPrN48x6vwgAoAmKQ9cbp79inpQmcRKES was registered by height 43","data":{"field":"validationID","expected":"the validationID of an L1 validator that was registered by height 43","got":"TtF4d2QWbk5vzQGTEPrN48x6vwgAoAmKQ9cbp79inpQmcRKES"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getL1Validator","params":{"validationID":"2rj6DbBhGDtGqF2mv3P8kHThhPgbkSSyQw2xzZqG6U16ebxvv6","height":"15"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no L1 validator with validation ID 2rj6DbBhGDtGqF2mv3P8kHThhPgbkSSyQw2xzZqG6U16ebxvv6 was registered by height 15","data":{"field":"validationID","expected":"the validationID of an L1 validator that was registered by height 15","got":"2rj6DbBhGDtGqF2mv3P8kHThhPgbkSSyQw2xzZqG6U16ebxvv6"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getL1Validator","params":{"validationID":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"validationID","expected":"a cb58 ID of 32 bytes","got":"\"x\""}},"id":1}
