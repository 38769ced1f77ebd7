// A public server has no health API; the error says so. [spec: 5.public.health]
//! public true
>> GET /ext/health
<< 404 404 page not found\nThe Health API is unavailable on public servers: this node runs with --public.
>> GET /ext/health/liveness
<< 404 404 page not found\nThe Health API is unavailable on public servers: this node runs with --public.
>> GET /ext/health/readiness
<< 404 404 page not found\nThe Health API is unavailable on public servers: this node runs with --public.
>> GET /ext/health/health
<< 404 404 page not found\nThe Health API is unavailable on public servers: this node runs with --public.
>> POST /ext/health {"jsonrpc":"2.0","id":1,"method":"health.health"}
<< 404 404 page not found\nThe Health API is unavailable on public servers: this node runs with --public.
