// A node that does not validate is left out, and so is every validator of an unknown subnet. [spec: 4.3.getCurrentValidators.nodeIDs]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"nodeIDs":["NodeID-4cdnCXLNn9EjpFdNN16DtGaQEx4oUbAAZ"]}}
<< {"jsonrpc":"2.0","result":{"validators":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"subnetID":"2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE"}}
<< {"jsonrpc":"2.0","result":{"validators":[]},"id":1}
