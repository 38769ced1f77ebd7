// Without a BLS key there is no signer. [spec: 2.2.pending-validator.no-signer] [spec: 2.2.pending-validator]
//! chain banff-to-etna@110
>> {"jsonrpc":"2.0","id":1,"method":"platform.getPendingValidators"}
<< {"jsonrpc":"2.0","result":{"validators":[{"txID":"8FYfguXtcBS17h6VqBnjJGPyLYDzpvGBGbic5cQZWM1NqrqWz","startTime":"1709829011","endTime":"1741285454","stakeAmount":"2467324935674","nodeID":"NodeID-Ei4sczoj1B7K9Mr3KSRdcBfUUJcquMWWh","delegationFee":"28.2644","connected":false}],"delegators":[]},"id":1}
