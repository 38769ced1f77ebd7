// Plain HTTP and private addresses are refused, in whatever form they are written.
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"http://example.com/"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.url","expected":"an https URL; start the node with --watch-allow-private-targets for others","got":"\"http://example.com/\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"example.com"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.url","expected":"an https URL; start the node with --watch-allow-private-targets for others","got":"\"example.com\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"https://user:password@example.com/"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.url","expected":"a URL without a user and password","got":"\"https://user:password@example.com/\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"https://example.com/#top"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.url","expected":"a URL without a fragment","got":"\"https://example.com/#top\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"https://127.0.0.1/"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.url","expected":"a URL of a public host; start the node with --watch-allow-private-targets for others","got":"\"https://127.0.0.1/\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"https://2130706433/"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.url","expected":"a URL of a public host; start the node with --watch-allow-private-targets for others","got":"\"https://2130706433/\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"https://localhost/"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.url","expected":"a URL of a public host; start the node with --watch-allow-private-targets for others","got":"\"https://localhost/\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"https://10.1.2.3/"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.url","expected":"a URL of a public host; start the node with --watch-allow-private-targets for others","got":"\"https://10.1.2.3/\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"https://169.254.169.254/latest"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.url","expected":"a URL of a public host; start the node with --watch-allow-private-targets for others","got":"\"https://169.254.169.254/latest\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"https://100.64.0.1/"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.url","expected":"a URL of a public host; start the node with --watch-allow-private-targets for others","got":"\"https://100.64.0.1/\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"https://[::1]/"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.url","expected":"a URL of a public host; start the node with --watch-allow-private-targets for others","got":"\"https://[::1]/\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"https://[::ffff:127.0.0.1]/"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.url","expected":"a URL of a public host; start the node with --watch-allow-private-targets for others","got":"\"https://[::ffff:127.0.0.1]/\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"https://[fd00::1]/"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.url","expected":"a URL of a public host; start the node with --watch-allow-private-targets for others","got":"\"https://[fd00::1]/\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"https://224.0.0.1/"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.url","expected":"a URL of a public host; start the node with --watch-allow-private-targets for others","got":"\"https://224.0.0.1/\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"https://example.com/","secret":"whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD","signature":"ed25519"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.secret","expected":"whsk_ and base64 of 32 bytes for ed25519","got":"text of 38 characters"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"target":{"url":"https://example.com/","secret":"password"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"target.secret","expected":"whsec_ and base64 of 24 to 64 bytes, or of ed25519 whsk_ and base64 of 32 bytes","got":"text of 8 characters"}},"id":1}
