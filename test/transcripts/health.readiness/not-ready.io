// A node whose subnet does not bootstrap is not ready. [spec: 4.2.readiness] [spec: 3.health.readiness]
//! chain small
//! track-subnets aUzdFSp9zv4KC4qJJuPU7RLPZuCqKHKuJhembvcfo219hUUNY
>> {"jsonrpc":"2.0","id":1,"method":"health.readiness","params":{}}
<< {"jsonrpc":"2.0","result":{"checks":{"bootstrapped":{"message":["aUzdFSp9zv4KC4qJJuPU7RLPZuCqKHKuJhembvcfo219hUUNY"],"error":"subnets not bootstrapped","timestamp":"<time>","duration":"<number>","contiguousFailures":1,"timeOfFirstFailure":"<time>"}},"healthy":false},"id":1}
