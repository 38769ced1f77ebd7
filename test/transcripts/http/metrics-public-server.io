// Metrics show what the health API shows, so a public server serves them only if the operator enables them by name.
//! public true
>> GET /ext/metrics
<< 404 404 page not found\nMetrics are disabled, on a public server by default: --api-metrics-enabled enables them.
