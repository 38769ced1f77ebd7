// The rewards of a period that ended. [spec: 4.3.getRewardUTXOs] [spec: 4.3.getRewardUTXOs.encoding] [spec: 2.1.encoding-hex]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"1","utxos":["0x0000cffe86d91137433bb0418de0633e92126e721dfcb709904a088029e52db66bb8000000030687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce0000000700000003eed805210000000000000000000000010000000133154733180b0c3b0c6b121ced88a7b13f8d8eddbd61f4cc"],"encoding":"hex"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg","encoding":"HEX"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"1","utxos":["0x0000cffe86d91137433bb0418de0633e92126e721dfcb709904a088029e52db66bb8000000030687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce0000000700000003eed805210000000000000000000000010000000133154733180b0c3b0c6b121ced88a7b13f8d8eddbd61f4cc"],"encoding":"hex"},"id":1}
