// One of five equal validators is seen only by itself; text with four decimals. [spec: 4.1.uptime] [spec: 4.1.uptime.text]
>> {"jsonrpc":"2.0","id":1,"method":"info.uptime"}
<< {"jsonrpc":"2.0","result":{"rewardingStakePercentage":"20.0000","weightedAveragePercentage":"20.0000"},"id":1}
