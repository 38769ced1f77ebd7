// A password is weak if it breaks one of the rules: length, upper case, lower case, digit, symbol. [spec: 5.weak] [spec: 5.strong] [spec: 7.weak-password] [spec: 8.password.min]
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"weak","password":"aB3$xY7"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"password is too weak","data":{"field":"password","expected":"a password that is hard to guess","got":"an easy one"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"weak","password":"ab3$xy7!"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"password is too weak","data":{"field":"password","expected":"a password that is hard to guess","got":"an easy one"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"weak","password":"AB3$XY7!"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"password is too weak","data":{"field":"password","expected":"a password that is hard to guess","got":"an easy one"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"weak","password":"aBc$xYz!"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"password is too weak","data":{"field":"password","expected":"a password that is hard to guess","got":"an easy one"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"weak","password":"aB3cxY7z"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"password is too weak","data":{"field":"password","expected":"a password that is hard to guess","got":"an easy one"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"weak","password":"aaaaaaaaaaaaaaaaaaaaaaaa"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"password is too weak","data":{"field":"password","expected":"a password that is hard to guess","got":"an easy one"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"weak","password":"Áb3$éy7!"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"password is too weak","data":{"field":"password","expected":"a password that is hard to guess","got":"an easy one"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.deleteUser","params":{"username":"weak","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"user doesn't exist: weak"},"id":1}
