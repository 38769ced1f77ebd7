// Browsers can call from any origin unless the configuration restricts origins.
>> OPTIONS /ext/info
>| origin: https://app.example
>| access-control-request-method: POST
>| access-control-request-headers: content-type
>| content-type:
<< 200
<| access-control-allow-origin: *
<| access-control-allow-methods: POST
<| access-control-allow-headers: Content-Type
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
>| origin: https://app.example
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":1}
<| access-control-allow-origin: *
