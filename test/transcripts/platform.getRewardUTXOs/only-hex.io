// Another encoding is refused. [spec: 4.3.getRewardUTXOs.encoding]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg","encoding":"json"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\"","got":"\"json\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg","encoding":"hexnc"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\"","got":"\"hexnc\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"txID","expected":"a cb58 ID of 32 bytes","got":"nothing"}},"id":1}
