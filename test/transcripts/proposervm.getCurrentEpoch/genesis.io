// A new chain: what the proposer layer would put into the first block; no epoch before Granite.
>> POST /ext/bc/P/proposervm {"jsonrpc":"2.0","id":1,"method":"proposervm.getCurrentEpoch"}
<< {"jsonrpc":"2.0","result":{"number":"0","startTime":"0","pChainHeight":"0"},"id":1}
