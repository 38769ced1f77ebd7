// A page of another origin can read which params were ignored.
>> POST /ext/bc/P {"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":{"heigth":1}}
>| origin: https://app.example
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
<| access-control-allow-origin: *
<| access-control-expose-headers: Couloir-Warning
<| couloir-warning: platform.getHeight ignores the param "heigth"
