// Time never goes back, and never goes past the year 9999.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.increaseTime","params":{"seconds":-1}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"seconds must not be negative: time never goes back. Use dev.revert to restore an earlier state, or dev.setTime to set the clock"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.increaseTime","params":{"seconds":"253402300799"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the clock would be set to 255197519999, which is after the year 9999"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.increaseTime","params":{"seconds":"1e3"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"seconds","expected":"seconds from 0 to 253402300799","got":"\"1e3\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.increaseTime","params":{"seconds":"253402300800"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"seconds","expected":"seconds from 0 to 253402300799","got":"\"253402300800\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.nodeInfo","params":{}}
<< {"jsonrpc":"2.0","result":{"version":"couloir/0.1.0","nodeID":"NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg","mode":"dev","networkID":12345,"hardfork":"etna","height":"0","lastAcceptedID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","chainTime":"1791000000","clock":{"timestamp":"1795219200","frozen":true},"blockProduction":{"mode":"manual","intervalMs":0},"mempoolSize":0,"snapshots":[],"impersonated":[],"simulated":["consensus","peers","uptimes","bootstrapping","xChain","cChain","atomicUTXOs"]},"id":1}
