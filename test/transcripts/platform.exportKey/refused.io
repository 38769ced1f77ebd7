// The address is checked first, then the user and the password. [spec: 5.authentication]
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"export-key-refused","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.exportKey","params":{"username":"export-key-refused","password":"k9@XzT4!wq#Lm2pr","address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem retrieving user \"export-key-refused\": incorrect password: user \"export-key-refused\""},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.exportKey","params":{"username":"nobody","password":"k9@XzT4!wq#Lm2pR","address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem retrieving user \"nobody\": incorrect password: user \"nobody\""},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.exportKey","params":{"username":"nobody","password":"k9@XzT4!wq#Lm2pR","address":"nonsense"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't parse nonsense to address: couldn't parse address \"nonsense\": no separator found in address"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.exportKey","params":{"username":"nobody","password":"k9@XzT4!wq#Lm2pR","address":"X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't parse X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u to address: couldn't parse address \"X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u\": mismatched chainIDs: expected \"11111111111111111111111111111111LpoYY\" but got \"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed\""},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.exportKey","params":{"username":"nobody","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"address","expected":"text of at most 1024 characters","got":"nothing"}},"id":1}
