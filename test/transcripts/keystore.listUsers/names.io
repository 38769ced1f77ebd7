// The names of all users, in the order of their bytes. [spec: 4.4.listUsers]
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"keystore.listUsers"}
<< {"jsonrpc":"2.0","result":{"users":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"é","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"alice","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"Bob","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.listUsers","params":{}}
<< {"jsonrpc":"2.0","result":{"users":["Bob","alice","é"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.deleteUser","params":{"username":"alice","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.listUsers"}
<< {"jsonrpc":"2.0","result":{"users":["Bob","é"]},"id":1}
