// Profile avalanchego: without an ID, the zero ID is looked up.
//! api-profile avalanchego
//! containers recorded
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerByID","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"not found","data":null},"id":1}
>> POST /ext/index/X/block {"jsonrpc":"2.0","id":1,"method":"index.getContainerByID","params":{"id":"ENxCmwJrprJywLMJeiA6Lwsb9Gwqmp1ZfiKV2UV6sEHPwbiJG","encoding":"json"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"unsupported encoding in method","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerByID","params":{"id":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":null},"id":1}
