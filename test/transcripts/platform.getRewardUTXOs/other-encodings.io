// Bytes are only in hex; json is beyond the specification, docs/decisions/0011. [spec: 4.3.getRewardUTXOs.encoding]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg","encoding":"hexc"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\" or \"json\"","got":"\"hexc\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg","encoding":"hexnc"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\" or \"json\"","got":"\"hexnc\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg","encoding":"cb58"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\" or \"json\"","got":"\"cb58\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"txID","expected":"a cb58 ID of 32 bytes","got":"nothing"}},"id":1}
