// An IPv6 address is in brackets. [spec: 4.1.getNodeIP]
//! public-ip 2001:db8::1
>> {"jsonrpc":"2.0","id":1,"method":"info.getNodeIP","params":{}}
<< {"jsonrpc":"2.0","result":{"ip":"[2001:db8::1]:9651"},"id":1}
