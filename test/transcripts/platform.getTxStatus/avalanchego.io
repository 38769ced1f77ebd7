// Profile avalanchego: an aborted proposal has its own status.
//! api-profile avalanchego
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"24FHwfeVVaL5qt5LRK59RzyTa3GJgmWkPbN7fkcggWiYWDiUVC"}}
<< {"jsonrpc":"2.0","result":{"status":"Aborted"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{}}
<< {"jsonrpc":"2.0","result":{"status":"Unknown"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":null},"id":1}
