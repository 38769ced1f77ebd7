// On a network with Durango no validator is pending. [spec: 4.3.getPendingValidators]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getPendingValidators"}
<< {"jsonrpc":"2.0","result":{"validators":[],"delegators":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getPendingValidators","params":{"subnetID":"2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE"}}
<< {"jsonrpc":"2.0","result":{"validators":[],"delegators":[]},"id":1}
