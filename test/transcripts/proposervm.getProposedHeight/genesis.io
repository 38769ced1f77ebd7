// A new chain: what the proposer layer would put into the first block; no epoch before Granite.
>> POST /ext/bc/P/proposervm {"jsonrpc":"2.0","id":1,"method":"proposervm.getProposedHeight"}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
