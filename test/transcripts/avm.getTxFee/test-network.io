// On the test network a new asset costs more.
//! network-id fuji
//! offline true
>> {"jsonrpc":"2.0","id":1,"method":"avm.getTxFee"}
<< {"jsonrpc":"2.0","result":{"txFee":"1000000","createAssetTxFee":"10000000"},"id":1}
