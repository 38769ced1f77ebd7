// Profile avalanchego: encoding json fails only if there is something to encode.
//! api-profile avalanchego
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg","encoding":"json"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't encode utxo as json: unsupported encoding in method","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"encoding":"json"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"0","utxos":[],"encoding":"json"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg","encoding":"hexnc"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"1","utxos":["0x0000cffe86d91137433bb0418de0633e92126e721dfcb709904a088029e52db66bb8000000030687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce0000000700000003eed805210000000000000000000000010000000133154733180b0c3b0c6b121ced88a7b13f8d8edd"],"encoding":"hexnc"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"txID":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":null},"id":1}
