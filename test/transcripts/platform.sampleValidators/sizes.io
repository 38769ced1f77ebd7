// As many node IDs as requested, of the primary network. [spec: 4.3.sampleValidators] [spec: 4.3.sampleValidators.subnet]
>> {"jsonrpc":"2.0","id":1,"method":"platform.sampleValidators","params":{"size":0}}
<< {"jsonrpc":"2.0","result":{"validators":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.sampleValidators","params":{"size":2}}
<< {"jsonrpc":"2.0","result":{"validators":["<nodeID>","<nodeID>"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.sampleValidators","params":{"size":"5","subnetID":"11111111111111111111111111111111LpoYY"}}
<< {"jsonrpc":"2.0","result":{"validators":["<nodeID>","<nodeID>","<nodeID>","<nodeID>","<nodeID>"]},"id":1}
