// JSON that is not a request is an invalid request.
>> POST /ext/info {}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"jsonrpc","expected":"\"2.0\"","got":"nothing"}},"id":null}
>> POST /ext/info null
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"request","expected":"a JSON object","got":"null"}},"id":null}
>> POST /ext/info 1
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"request","expected":"a JSON object","got":"1"}},"id":null}
>> POST /ext/info "text"
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"request","expected":"a JSON object","got":"\"text\""}},"id":null}
>> POST /ext/info {"jsonrpc":"1.0","id":1,"method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"jsonrpc","expected":"\"2.0\"","got":"\"1.0\""}},"id":1}
>> POST /ext/info {"id":1,"method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"jsonrpc","expected":"\"2.0\"","got":"nothing"}},"id":1}
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":5}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"method","expected":"a string","got":"5"}},"id":1}
>> POST /ext/info {"jsonrpc":"2.0","id":1}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"method","expected":"a string","got":"nothing"}},"id":1}
>> POST /ext/info {"jsonrpc":"2.0","id":{},"method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"id","expected":"a string, a number or null","got":"{}"}},"id":null}
