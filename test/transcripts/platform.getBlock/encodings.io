// A block as bytes with a checksum, by default, and as an object. [spec: 4.3.getBlock] [spec: 4.3.getBlock.encoding] [spec: 2.1.encoding-hex] [spec: 2.1.encoding-json] [spec: 2.1.json-numbers]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr"}}
<< {"jsonrpc":"2.0","result":{"block":"0x00000000000276164e9619e3b1c79c4b6bcaa8585fb95328e60480ac9e40da0539fe23260e0c00000000000000003be84959","encoding":"hex"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","encoding":"hex"}}
<< {"jsonrpc":"2.0","result":{"block":"0x00000000000276164e9619e3b1c79c4b6bcaa8585fb95328e60480ac9e40da0539fe23260e0c00000000000000003be84959","encoding":"hex"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","encoding":"json"}}
<< {"jsonrpc":"2.0","result":{"block":{"parentID":"u1NtdJoguoeGEz5ZHqAECaCPvfnqijuwfBdjpomnGge4Je8Lq","height":0,"id":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr"},"encoding":"json"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","encoding":"JSON"}}
<< {"jsonrpc":"2.0","result":{"block":{"parentID":"u1NtdJoguoeGEz5ZHqAECaCPvfnqijuwfBdjpomnGge4Je8Lq","height":0,"id":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr"},"encoding":"json"},"id":1}
