// The genesis block has height 0. [spec: 4.3.getBlockByHeight] [spec: 4.3.getBlockByHeight.encoding]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":0}}
<< {"jsonrpc":"2.0","result":{"block":"0x00000000000276164e9619e3b1c79c4b6bcaa8585fb95328e60480ac9e40da0539fe23260e0c00000000000000003be84959","encoding":"hex"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":"0","encoding":"json"}}
<< {"jsonrpc":"2.0","result":{"block":{"parentID":"u1NtdJoguoeGEz5ZHqAECaCPvfnqijuwfBdjpomnGge4Je8Lq","height":0,"id":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr"},"encoding":"json"},"id":1}
