// If the Host header has no host, the document names the server's end of the connection.
//! http-allowed-hosts *
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"rpc.discover"}
>| host: a"b/<c>
<< {"jsonrpc":"2.0","result":{"servers":[{"name":"local node","url":"<matches ^http://127\\.0\\.0\\.1:[1-9]\\d*/ext/info$>"}],"...":true},"id":1}
