// The one start-up check of a node that has finished starting. [spec: 4.2.readiness] [spec: 3.health.readiness]
>> {"jsonrpc":"2.0","id":1,"method":"health.readiness"}
<< {"jsonrpc":"2.0","result":{"checks":{"bootstrapped":{"message":[],"timestamp":"<time>","duration":"<number>"}},"healthy":true},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"health.readiness","params":{"tags":["nobody-has-it"]}}
<< {"jsonrpc":"2.0","result":{"checks":{"bootstrapped":{"message":[],"timestamp":"<time>","duration":"<number>"}},"healthy":true},"id":1}
