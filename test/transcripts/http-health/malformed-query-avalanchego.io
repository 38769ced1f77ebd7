// In profile avalanchego a malformed pair of a query is left out, as Go leaves it out: here no tag is left.
//! api-profile avalanchego
>> GET /ext/health?tag=%zz
<< {"checks":{"C":"<any>","P":"<any>","X":"<any>","...":true},"healthy":true}
>> GET /ext/health?tag=a;b
<< {"checks":{"C":"<any>","P":"<any>","X":"<any>","...":true},"healthy":true}
