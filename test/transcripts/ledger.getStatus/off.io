// With --ledger=false, the status says from which height on the rows are missing.
//! ledger false
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStatus","params":{}}
<< {"jsonrpc":"2.0","result":{"status":"off","complete":[],"height":"0","blockID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","time":"2026-10-03T04:00:00Z"},"id":1}
