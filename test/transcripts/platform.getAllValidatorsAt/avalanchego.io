// Profile avalanchego: a missing height is 0.
//! api-profile avalanchego
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getAllValidatorsAt"}
<< {"jsonrpc":"2.0","result":{"validatorSets":{"11111111111111111111111111111111LpoYY":{"validators":"<any>","totalWeight":"<string>"}}},"id":1}
