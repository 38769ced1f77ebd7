// The P-chain and the X-chain are served at all their paths. [spec: 4.3.path]
>> POST /ext/bc/platform {"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
>> POST /ext/P {"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
>> POST /ext/platform {"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
>> POST /ext/bc/11111111111111111111111111111111LpoYY {"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
>> POST /ext/bc/avm {"jsonrpc":"2.0","id":1,"method":"avm.getTxFee"}
<< {"jsonrpc":"2.0","result":{"txFee":"1000000","createAssetTxFee":"1000000"},"id":1}
>> POST /ext/X {"jsonrpc":"2.0","id":1,"method":"avm.getTxFee"}
<< {"jsonrpc":"2.0","result":{"txFee":"1000000","createAssetTxFee":"1000000"},"id":1}
>> POST /ext/avm {"jsonrpc":"2.0","id":1,"method":"avm.getTxFee"}
<< {"jsonrpc":"2.0","result":{"txFee":"1000000","createAssetTxFee":"1000000"},"id":1}
