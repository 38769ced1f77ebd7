// A snapshot of another process, and names that none ever had.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":"00000000-1"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"snapshot \"00000000-1\" not found: a revert used it, or another process took it. dev.nodeInfo lists the available snapshots"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":"1\n"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"snapshot \"1\\n\" not found: a revert used it, or another process took it. dev.nodeInfo lists the available snapshots"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":""}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"snapshotID","expected":"text of 1 to 64 characters","got":"\"\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"snapshotID","expected":"text of 1 to 64 characters","got":"nothing"}},"id":1}
