// The two fixed fees of the X-chain.
>> {"jsonrpc":"2.0","id":1,"method":"avm.getTxFee"}
<< {"jsonrpc":"2.0","result":{"txFee":"1000000","createAssetTxFee":"1000000"},"id":1}
