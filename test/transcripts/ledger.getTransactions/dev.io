// Funds of a dev node are transactions of their own.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","amount":"1000"}}
<< {"jsonrpc":"2.0","result":{"utxoID":"4jNPnXR9X328xU2LccUh4tYrzXc6DHhraPUokYfqBLSYrMdBw","txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","outputIndex":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransactions","params":{"filter":{"kinds":["Dev"],"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"fields":["kind","height","position","burned","shares"]}}
<< {"jsonrpc":"2.0","result":{"transactions":[{"kind":"Dev","height":"0","position":524288,"burned":"0","shares":[{"address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","roles":["output"],"received":"1000","sent":"0","staked":"0"}]}],"fields":["kind","height","position","burned","shares"]},"id":1}
