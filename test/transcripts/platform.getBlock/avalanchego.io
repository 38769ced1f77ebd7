// Profile avalanchego also has the encodings hexc and hexnc for blocks.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","encoding":"hexnc"}}
<< {"jsonrpc":"2.0","result":{"block":"0x00000000000276164e9619e3b1c79c4b6bcaa8585fb95328e60480ac9e40da0539fe23260e0c0000000000000000","encoding":"hexnc"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","encoding":"hexc"}}
<< {"jsonrpc":"2.0","result":{"block":"0x00000000000276164e9619e3b1c79c4b6bcaa8585fb95328e60480ac9e40da0539fe23260e0c00000000000000003be84959","encoding":"hexc"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't get block with id 11111111111111111111111111111111LpoYY: not found","data":null},"id":1}
