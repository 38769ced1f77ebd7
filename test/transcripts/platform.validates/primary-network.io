// The C-chain and the X-chain, without the P-chain. [spec: 4.3.validates]
>> {"jsonrpc":"2.0","id":1,"method":"platform.validates","params":{"subnetID":"11111111111111111111111111111111LpoYY"}}
<< {"jsonrpc":"2.0","result":{"blockchainIDs":["2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC","2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"]},"id":1}
