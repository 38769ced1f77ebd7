// Recorded blocks have their rows.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStatus","params":{}}
<< {"jsonrpc":"2.0","result":{"status":"on","complete":[{"from":"0","to":"43"}],"height":"43","blockID":"2sKHjFVv51RMN4noVcgTCLDCnLJNoHZRFZfoXmBPX75wZhMTJf","time":"2024-01-06T05:29:28Z"},"id":1}
