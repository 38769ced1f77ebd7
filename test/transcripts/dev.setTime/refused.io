// A time is needed, and one that a calendar has.
//! chain small@0
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.setTime","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"timestamp","expected":"Unix seconds from 0 to 253402300799","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setTime","params":{"timestamp":-1}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"timestamp","expected":"Unix seconds from 0 to 253402300799","got":"-1"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setTime","params":{"timestamp":"253402300800"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"timestamp","expected":"Unix seconds from 0 to 253402300799","got":"\"253402300800\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setTime","params":{"timestamp":5,"frozen":"yes"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"frozen","expected":"true or false","got":"\"yes\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setTime","params":{"timestamp":1}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the time 1 is before the time of the chain's last block, 1704067200: chain time never goes back. Use dev.revert to restore an earlier state, or behindChain to set only the clock"},"id":1}
