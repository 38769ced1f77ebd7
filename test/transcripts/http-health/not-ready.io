// Readiness is 503 until every tracked subnet is bootstrapped. [spec: 4.2.get.readiness] [spec: 7.health.503]
//! chain small
//! track-subnets aUzdFSp9zv4KC4qJJuPU7RLPZuCqKHKuJhembvcfo219hUUNY
>> GET /ext/health/readiness
<< 503 {"checks":{"bootstrapped":{"message":["aUzdFSp9zv4KC4qJJuPU7RLPZuCqKHKuJhembvcfo219hUUNY"],"error":"subnets not bootstrapped","timestamp":"<time>","duration":"<number>","contiguousFailures":1,"timeOfFirstFailure":"<time>"}},"healthy":false}
