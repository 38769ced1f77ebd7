// On a subnet without proof of stake: weight and no stakeAmount. [spec: 4.3.getPendingValidators.subnet] [spec: 2.2.pending-validator.no-stake] [spec: 2.2.pending-validator]
//! chain banff-to-etna@270
>> {"jsonrpc":"2.0","id":1,"method":"platform.getPendingValidators","params":{"subnetID":"2FKC5CjLyt3YhoWWyjcW8vEDZKBfnmU1P54o2v3SCHpnBgBB89"}}
<< {"jsonrpc":"2.0","result":{"validators":[{"txID":"7WnwnHsnVriWbfGLy3ytARXcajy5FjixmKoLDj3bVoESwMLCs","startTime":"1715917725","endTime":"1723422593","nodeID":"NodeID-3tD3fsrfjpdCWJvAwsdqUk3GQhF25yca1","delegationFee":"0.0000","connected":false,"weight":"371"}],"delegators":[]},"id":1}
