// An ID that no accepted transaction has, and invalid ones.
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransaction","params":{"txID":"TtF4d2QWbk5vzQGTEPrN48x6vwgAoAmKQ9cbp79inpQmcRKES"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no transaction with ID TtF4d2QWbk5vzQGTEPrN48x6vwgAoAmKQ9cbp79inpQmcRKES was accepted by height 0","data":{"field":"txID","expected":"the ID of a transaction that was accepted by height 0","got":"TtF4d2QWbk5vzQGTEPrN48x6vwgAoAmKQ9cbp79inpQmcRKES"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransaction","params":{"txID":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"txID","expected":"a cb58 ID of 32 bytes","got":"\"x\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransaction","params":{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbde"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"txID","expected":"a cb58 ID of 32 bytes with its checksum","got":"\"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbde\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransaction","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"txID","expected":"a cb58 ID of 32 bytes","got":"nothing"}},"id":1}
