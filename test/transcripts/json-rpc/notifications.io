// A request without id is a notification: it is executed and has no response.
>> POST /ext/info {"jsonrpc":"2.0","method":"info.getNetworkID"}
<< 200
>> POST /ext/keystore {"jsonrpc":"2.0","method":"keystore.createUser","params":{"username":"notified","password":"k9@XzT4!wq#Lm2pR"}}
<< 200
>> {"jsonrpc":"2.0","id":1,"method":"keystore.deleteUser","params":{"username":"notified","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
