// Stake and weight of the primary network. [spec: 4.3.getTotalStake]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTotalStake","params":{"subnetID":"11111111111111111111111111111111LpoYY"}}
<< {"jsonrpc":"2.0","result":{"stake":"10000000000000000","weight":"10000000000000000"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTotalStake"}
<< {"jsonrpc":"2.0","result":{"stake":"10000000000000000","weight":"10000000000000000"},"id":1}
