// A chain that nobody proposed, and the ID of another transaction. [spec: 3.blockchain.unknown]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":"2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE"}}
<< {"jsonrpc":"2.0","result":{"status":"Unknown"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":"LDV9xafRo1d8ENJnxgTuA1BV2z27a4bwDs8sxgQejW8eBwHtR"}}
<< {"jsonrpc":"2.0","result":{"status":"Unknown"},"id":1}
