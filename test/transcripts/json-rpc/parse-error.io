// Text that is not JSON is a parse error with id null.
>> POST /ext/info {"jsonrpc":"2.0","id":1,
<< {"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"field":"body","expected":"JSON","got":"unexpected EOF"}},"id":null}
>> POST /ext/info hello
<< {"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"field":"body","expected":"JSON","got":"invalid character 'h' looking for beginning of value"}},"id":null}
>> POST /ext/info
<< {"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"field":"body","expected":"JSON","got":"EOF"}},"id":null}
