// An aborted proposal that can be issued again: its first block, as long as it has no other.
//! chain apricot-to-etna@6
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"2PeSRGTz9F2WVaRVoFSrRV46fe6RAWtwAo1s9AinokpLkcdB2s"}}
<< {"jsonrpc":"2.0","result":{"status":"Dropped","reason":"aborted by block 2Pf2uYwDEAuaHCuyBrcG66guVuC4ydYuaFnXs61AwrNrStRMZd","height":"5","time":"1704391210","blockID":"tr9Ut7ogjdSoub28pY6ikLaiXdbxoFBtobykbZwmQiW7MLMbN"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTx","params":{"txID":"2PeSRGTz9F2WVaRVoFSrRV46fe6RAWtwAo1s9AinokpLkcdB2s","encoding":"json"}}
<< {"jsonrpc":"2.0","result":{"tx":{"unsignedTx":{"time":1704574835},"credentials":[],"id":"2PeSRGTz9F2WVaRVoFSrRV46fe6RAWtwAo1s9AinokpLkcdB2s"},"encoding":"json","height":"5","time":"1704391210","blockID":"tr9Ut7ogjdSoub28pY6ikLaiXdbxoFBtobykbZwmQiW7MLMbN"},"id":1}
