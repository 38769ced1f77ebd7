// Rules are evaluated with the rows of the ledger.
//! ledger false
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the ledger is off and has no rows from height 0 on: start the node with --ledger=true","data":{"field":"method","expected":"a node that runs with --ledger=true","got":"--ledger=false"}},"id":1}
