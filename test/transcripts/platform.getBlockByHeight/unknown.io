// No block is above the last accepted one.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":1}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't get block at height 1: not found"},"id":1}
