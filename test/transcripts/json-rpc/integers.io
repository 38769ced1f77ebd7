// An integer in params is a number or a string, exact at any size, and nothing else.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":0,"encoding":"json"}}
<< {"jsonrpc":"2.0","result":{"block":{"parentID":"u1NtdJoguoeGEz5ZHqAECaCPvfnqijuwfBdjpomnGge4Je8Lq","height":0,"id":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr"},"encoding":"json"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":"0","encoding":"json"}}
<< {"jsonrpc":"2.0","result":{"block":{"parentID":"u1NtdJoguoeGEz5ZHqAECaCPvfnqijuwfBdjpomnGge4Je8Lq","height":0,"id":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr"},"encoding":"json"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":18446744073709551615}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't get block at height 18446744073709551615: not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":"18446744073709551614"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't get block at height 18446744073709551614: not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":"007"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't get block at height 7: not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":18446744073709551616}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"height","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"18446744073709551616"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":-1}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"height","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"-1"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":0.5}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"height","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"0.5"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":"0x0"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"height","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"\"0x0\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":true}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"height","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"true"}},"id":1}
