// A sample as large as the total weight is the whole set, however small. [spec: 4.3.sampleValidators.subnet] [spec: 4.3.sampleValidators]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.sampleValidators","params":{"size":3,"subnetID":"29CUmP8dqfPkac3vhncsYfiSaaUUE49nmipuqs55R6oxCVsFdB"}}
<< {"jsonrpc":"2.0","result":{"validators":["NodeID-727sGKKg1zcG4s3dLwnqWT323j43TzWr1","NodeID-727sGKKg1zcG4s3dLwnqWT323j43TzWr1","NodeID-727sGKKg1zcG4s3dLwnqWT323j43TzWr1"]},"id":1}
