// An address and an amount are enough for AVAX; each call makes another UTXO.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.addAtomicUTXO","params":{"sourceChain":"C","address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","amount":"1000000000"}}
<< {"jsonrpc":"2.0","result":{"utxoID":"2bK8kJXtvzoVeC2VyQuESdTNDrQkukerA4DCB9KTTvbh1tWy5w"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.addAtomicUTXO","params":{"sourceChain":"C","address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","amount":5}}
<< {"jsonrpc":"2.0","result":{"utxoID":"FYvgUNrQn3kwdK7eTaZiEbxEwC9imdVvwY9g2o81tuFjyUiQr"},"id":1}
