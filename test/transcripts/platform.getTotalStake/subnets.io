// Only weight for another subnet, 0 for an unknown one. [spec: 4.3.getTotalStake.subnet]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTotalStake","params":{"subnetID":"11111111111111111111111111111111LpoYY"}}
<< {"jsonrpc":"2.0","result":{"stake":"8007560257370698","weight":"8007560257370698"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTotalStake","params":{"subnetID":"2YDZpUz8AQe7kjGxNyUCMJKgMDCDgmLc77ndz2sFLLRW4ZWJy5"}}
<< {"jsonrpc":"2.0","result":{"weight":"1039"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTotalStake","params":{"subnetID":"2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE"}}
<< {"jsonrpc":"2.0","result":{"weight":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTotalStake","params":{"subnetID":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes","got":"\"x\""}},"id":1}
