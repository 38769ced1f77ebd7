// A path that is switched off names the flag that switches it on. [spec: 4.5.enabled] [spec: 2.2.flag.index-enabled]
//! index-enabled false
//! api-keystore-enabled false
//! api-info-enabled false
>> POST /ext/index/P/block {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted"}
<< 404 <matches --index-enabled turns it on>
>> POST /ext/index/X/tx {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted"}
<< 404 <matches --index-enabled turns it on>
>> POST /ext/keystore {"jsonrpc":"2.0","id":1,"method":"keystore.listUsers"}
<< 404 <matches --api-keystore-enabled turns it on>
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
<< 404 <matches --api-info-enabled turns it on>
