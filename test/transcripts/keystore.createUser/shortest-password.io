// Eight characters of all four classes are enough, and any character that is neither letter nor digit is a symbol. [spec: 5.strong] [spec: 8.password.min]
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"short","password":"aB3$xY7!"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"short with a space","password":"Aa1 5678"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"short with an umlaut","password":"Aa1ü5678"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
