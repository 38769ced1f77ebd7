// Transactions of the genesis and of blocks are committed. [spec: 3.tx.committed] [spec: 4.3.getTxStatus]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"2oyvFi4jDTxveNUM3bqB7buifGByvtaqhJgnkSPjXw3KKdky84"}}
<< {"jsonrpc":"2.0","result":{"status":"Committed"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg"}}
<< {"jsonrpc":"2.0","result":{"status":"Committed"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"35Ggnu9AmJV1towmPVCoYwcXCwYuGn2EvZL7FTUbrgTN4fYW1"}}
<< {"jsonrpc":"2.0","result":{"status":"Committed"},"id":1}
