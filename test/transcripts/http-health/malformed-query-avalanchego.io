// Profile avalanchego: a malformed pair of a query is ignored, as in Go; here no tag remains.
//! api-profile avalanchego
>> GET /ext/health?tag=%zz
<< {"checks":{"C":"<any>","P":"<any>","X":"<any>","...":true},"healthy":true}
>> GET /ext/health?tag=a;b
<< {"checks":{"C":"<any>","P":"<any>","X":"<any>","...":true},"healthy":true}
