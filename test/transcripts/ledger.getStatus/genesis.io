// A new network has the rows of its genesis.
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStatus","params":{}}
<< {"jsonrpc":"2.0","result":{"status":"on","complete":[{"from":"0","to":"0"}],"height":"0","blockID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","time":"2026-10-03T04:00:00Z"},"id":1}
