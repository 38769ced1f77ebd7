// An index without containers has only the empty range.
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerRange","params":{"startIndex":0,"numToFetch":1}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no containers have been accepted"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerRange","params":{"startIndex":0,"numToFetch":1025}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"numToFetch must be in [0,1024] but is 1025","data":{"field":"numToFetch","expected":"a number from 0 to 1024","got":"1025"}},"id":1}
