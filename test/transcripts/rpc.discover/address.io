// A document gives the server's address as the client used it; an invalid Host header is ignored.
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"rpc.discover"}
>| host: localhost:8080
<< {"jsonrpc":"2.0","result":{"servers":[{"name":"local node","url":"http://localhost:8080/ext/info"}],"...":true},"id":1}
>> POST /ext/index/X/tx {"jsonrpc":"2.0","id":1,"method":"rpc.discover"}
>| host: [::1]:9650
<< {"jsonrpc":"2.0","result":{"servers":[{"name":"P-chain blocks","url":"http://[::1]:9650/ext/index/P/block"},"<any>",{"name":"X-chain transactions","url":"http://[::1]:9650/ext/index/X/tx"},"<any>","<any>"],"...":true},"id":1}
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"rpc.discover"}
<< {"jsonrpc":"2.0","result":{"servers":[{"name":"local node","url":"<matches ^http://127\\.0\\.0\\.1:[1-9]\\d*/ext/info$>"}],"...":true},"id":1}
