// Every mode, in any letter case; the interval applies only to its own mode.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.setBlockProduction","params":{"mode":"INTERVAL","intervalMs":86400000}}
<< {"jsonrpc":"2.0","result":{"mode":"interval","intervalMs":86400000},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setBlockProduction","params":{"mode":"interval"}}
<< {"jsonrpc":"2.0","result":{"mode":"interval","intervalMs":1000},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setBlockProduction","params":{"mode":"auto","intervalMs":5}}
<< {"jsonrpc":"2.0","result":{"mode":"auto","intervalMs":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setBlockProduction","params":{"mode":"manual"}}
<< {"jsonrpc":"2.0","result":{"mode":"manual","intervalMs":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.issueTx","params":{"tx":"0x00000000001000003039000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000700470de4df807960000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000000000000000000000000000000000000000000000000000000000000000000000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000500470de4df8200000000000100000000000000000000000b000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000090000000100d2735fa7b2dbb9efeae72ba6bdb3d3bbdef982ca90b19c33abfa62de6a9dd6496657253b2e902e711adc640840e7f9f65de5b33cd7ce6b9edf1ba4b02e0c1b002edb7370"}}
<< {"jsonrpc":"2.0","result":{"txID":"u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":{}}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setBlockProduction","params":{"mode":"never"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"mode","expected":"\"auto\" or \"interval\" or \"manual\"","got":"\"never\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setBlockProduction","params":{"mode":"interval","intervalMs":0}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"intervalMs","expected":"milliseconds from 1 to 86400000","got":"0"}},"id":1}
