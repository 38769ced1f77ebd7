// The validators of a subnet before and after it became an L1, of an L1, and of subnets without validators. [spec: 4.3.getValidatorsAt.subnet]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":15,"subnetID":"2YDZpUz8AQe7kjGxNyUCMJKgMDCDgmLc77ndz2sFLLRW4ZWJy5"}}
<< {"jsonrpc":"2.0","result":{"validators":{"NodeID-BmncPzbW93nTTs8b226r7J4XDKdbS2iYP":"755","NodeID-GeotFTdZkiDUUf26j6LSFc6JCwdZpXCpV":"171"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":16,"subnetID":"2YDZpUz8AQe7kjGxNyUCMJKgMDCDgmLc77ndz2sFLLRW4ZWJy5"}}
<< {"jsonrpc":"2.0","result":{"validators":{"NodeID-BmncPzbW93nTTs8b226r7J4XDKdbS2iYP":"755","NodeID-ELuwhaUKFv4WrMfpfY2t4NQPBuQZDmftj":"51","NodeID-GeotFTdZkiDUUf26j6LSFc6JCwdZpXCpV":"171","NodeID-NmcC3gCqnCHUpWxLSmtvN9oCcBycZMfqM":"62"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":43,"subnetID":"29CUmP8dqfPkac3vhncsYfiSaaUUE49nmipuqs55R6oxCVsFdB"}}
<< {"jsonrpc":"2.0","result":{"validators":{"NodeID-727sGKKg1zcG4s3dLwnqWT323j43TzWr1":"42"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":43,"subnetID":"aUzdFSp9zv4KC4qJJuPU7RLPZuCqKHKuJhembvcfo219hUUNY"}}
<< {"jsonrpc":"2.0","result":{"validators":{}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":43,"subnetID":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe"}}
<< {"jsonrpc":"2.0","result":{"validators":{}},"id":1}
