// With --ledger=false, the error names the flag.
//! ledger false
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getCrossings","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the ledger is off and has no rows from height 0 on: start the node with --ledger=true","data":{"field":"method","expected":"a node that runs with --ledger=true","got":"--ledger=false"}},"id":1}
