// L1 validators by their balance for the continuous fee: sorted, at most an amount, and active or not. Others have no balance.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"subnetID":"2YDZpUz8AQe7kjGxNyUCMJKgMDCDgmLc77ndz2sFLLRW4ZWJy5","sort":{"by":"balance"},"fields":["nodeID","balance"]}}
<< {"jsonrpc":"2.0","result":{"validators":[{"nodeID":"NodeID-ELuwhaUKFv4WrMfpfY2t4NQPBuQZDmftj","balance":"438602154"},{"nodeID":"NodeID-NmcC3gCqnCHUpWxLSmtvN9oCcBycZMfqM","balance":"612825671"},{"nodeID":"NodeID-GeotFTdZkiDUUf26j6LSFc6JCwdZpXCpV"},{"nodeID":"NodeID-BmncPzbW93nTTs8b226r7J4XDKdbS2iYP"}],"fields":["nodeID","balance"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"subnetID":"2YDZpUz8AQe7kjGxNyUCMJKgMDCDgmLc77ndz2sFLLRW4ZWJy5","filter":{"maxBalance":"438602154"},"fields":["nodeID","balance"]}}
<< {"jsonrpc":"2.0","result":{"validators":[{"nodeID":"NodeID-ELuwhaUKFv4WrMfpfY2t4NQPBuQZDmftj","balance":"438602154"}],"fields":["nodeID","balance"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"subnetID":"2YDZpUz8AQe7kjGxNyUCMJKgMDCDgmLc77ndz2sFLLRW4ZWJy5","filter":{"maxBalance":"438602153"},"fields":["nodeID","balance"]}}
<< {"jsonrpc":"2.0","result":{"validators":[],"fields":["nodeID","balance"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"subnetID":"2YDZpUz8AQe7kjGxNyUCMJKgMDCDgmLc77ndz2sFLLRW4ZWJy5","filter":{"active":true},"fields":["nodeID","balance"]}}
<< {"jsonrpc":"2.0","result":{"validators":[{"nodeID":"NodeID-ELuwhaUKFv4WrMfpfY2t4NQPBuQZDmftj","balance":"438602154"},{"nodeID":"NodeID-NmcC3gCqnCHUpWxLSmtvN9oCcBycZMfqM","balance":"612825671"}],"fields":["nodeID","balance"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"subnetID":"2YDZpUz8AQe7kjGxNyUCMJKgMDCDgmLc77ndz2sFLLRW4ZWJy5","filter":{"active":false},"fields":["nodeID","balance"]}}
<< {"jsonrpc":"2.0","result":{"validators":[],"fields":["nodeID","balance"]},"id":1}
