// Profile avalanchego: the sum is returned twice for every subnet.
//! api-profile avalanchego
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTotalStake","params":{"subnetID":"2YDZpUz8AQe7kjGxNyUCMJKgMDCDgmLc77ndz2sFLLRW4ZWJy5"}}
<< {"jsonrpc":"2.0","result":{"stake":"1039","weight":"1039"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTotalStake","params":{"subnetID":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":null},"id":1}
