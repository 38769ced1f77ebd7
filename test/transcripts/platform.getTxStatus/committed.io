// Transactions of the genesis and of blocks are committed, and returned with their block. [spec: 3.tx.committed] [spec: 4.3.getTxStatus]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"2oyvFi4jDTxveNUM3bqB7buifGByvtaqhJgnkSPjXw3KKdky84"}}
<< {"jsonrpc":"2.0","result":{"status":"Committed","height":"0","time":"1704067200","blockID":"Mm3TXNJvTcLYRK5ijfT6GoSVPRAbUSeq7YkHaVK5XzxJN4uNG"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg"}}
<< {"jsonrpc":"2.0","result":{"status":"Committed","height":"36","time":"1704341128","blockID":"oeLw54PCvqpmu8vffTPnpfcJFQSdBFU8SQmek3HMFXC3Yob4"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"35Ggnu9AmJV1towmPVCoYwcXCwYuGn2EvZL7FTUbrgTN4fYW1"}}
<< {"jsonrpc":"2.0","result":{"status":"Committed","height":"42","time":"1704518968","blockID":"2hpq88QeRmExrvXJibt4YY1vGogbkbGrKDYeCHrzwZMbjic72F"},"id":1}
