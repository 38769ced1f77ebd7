// Profile avalanchego: without subnetID it is the primary network.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"platform.validates","params":{}}
<< {"jsonrpc":"2.0","result":{"blockchainIDs":["2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC","2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.validates","params":{"subnetID":"X"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":null},"id":1}
