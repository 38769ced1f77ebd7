// More than 1024 is an error, whatever the other params. [spec: 4.5.getContainerRange.3] [spec: 4.5.getContainerRange.5] [spec: 7.getContainerRange.number] [spec: 8.getContainerRange]
//! after platform.issueTx/chain-of-blocks
//! block-production auto
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerRange","params":{"startIndex":0,"numToFetch":1025}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"numToFetch must be in [0,1024] but is 1025","data":{"field":"numToFetch","expected":"a number from 0 to 1024","got":"1025"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerRange","params":{"startIndex":99,"numToFetch":18446744073709551615}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"numToFetch must be in [0,1024] but is 18446744073709551615","data":{"field":"numToFetch","expected":"a number from 0 to 1024","got":"18446744073709551615"}},"id":1}
