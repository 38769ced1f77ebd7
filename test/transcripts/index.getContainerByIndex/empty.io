// An empty index has no container 0.
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerByIndex","params":{"index":0}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no container at index 0"},"id":1}
