// The ID of another transaction is an error; so is an invalid ID.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnets","params":{"ids":["2oFyb8vgJqvCC7NivjhyYSGYG9YEc7kJDUrQyUxeCLFXHyjXBL"]}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"\"2oFyb8vgJqvCC7NivjhyYSGYG9YEc7kJDUrQyUxeCLFXHyjXBL\" is not a subnet"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnets","params":{"ids":["x"]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"ids[0]","expected":"a cb58 ID of 32 bytes","got":"\"x\""}},"id":1}
