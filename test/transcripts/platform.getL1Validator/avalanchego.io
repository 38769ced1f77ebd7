// Profile avalanchego: the ID cannot be in an array.
//! api-profile avalanchego
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getL1Validator","params":{"validationID":"2k4yfKqNPimQPCNhMYcH5XzUmu5kKnBqsjPFLZqZx8JTWZ11Ev"}}
<< {"jsonrpc":"2.0","result":{"nodeID":"NodeID-ELuwhaUKFv4WrMfpfY2t4NQPBuQZDmftj","weight":"51","startTime":"1704079704","validationID":"2k4yfKqNPimQPCNhMYcH5XzUmu5kKnBqsjPFLZqZx8JTWZ11Ev","publicKey":"0xa9cfe71923adce55d19ffb253e6393dae3abe07d592fae59b3d7ca8fcc4838e1c56b6150d5e77533db2b342873c115a6","remainingBalanceOwner":{"locktime":"0","threshold":"1","addresses":["P-custom13vytgvdrwtfe77f9s99jq069h9qtvl0eajfyfj"]},"deactivationOwner":{"locktime":"0","threshold":"0","addresses":[]},"minNonce":"0","balance":"438602154","subnetID":"2YDZpUz8AQe7kjGxNyUCMJKgMDCDgmLc77ndz2sFLLRW4ZWJy5","height":"43"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getL1Validator","params":{"validationID":["2k4yfKqNPimQPCNhMYcH5XzUmu5kKnBqsjPFLZqZx8JTWZ11Ev"]}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":{"field":"validationID","expected":"a cb58 ID of 32 bytes","got":"a list of 1"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getL1Validator","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"fetching L1 validator \"11111111111111111111111111111111LpoYY\" failed: not found","data":null},"id":1}
