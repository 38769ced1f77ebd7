// A node that is not ready is alive. [spec: 4.2.liveness] [spec: 3.health.liveness] [spec: 4.2.get.liveness]
//! chain small
//! track-subnets aUzdFSp9zv4KC4qJJuPU7RLPZuCqKHKuJhembvcfo219hUUNY
>> {"jsonrpc":"2.0","id":1,"method":"health.liveness"}
<< {"jsonrpc":"2.0","result":{"checks":{},"healthy":true},"id":1}
>> GET /ext/health/liveness
<< {"checks":{},"healthy":true}
