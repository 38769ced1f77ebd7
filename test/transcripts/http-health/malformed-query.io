// A query that is not percent-encoded UTF-8 is rejected; nothing is guessed.
>> GET /ext/health?tag=%zz
<< 400 query: expected percent-encoded UTF-8, got tag=%zz
>> GET /ext/health/readiness?tag=a&tag=%ff
<< 400 query: expected percent-encoded UTF-8, got tag=%ff
>> GET /ext/metrics?%
<< 400 query: expected percent-encoded UTF-8, got %
>> GET /ext/health/liveness?tag=%C3%A9+x
<< {"checks":{},"healthy":true}
