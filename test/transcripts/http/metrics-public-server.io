// Metrics tell what the health API tells, so a public server has them only where the operator asks by name.
//! public true
>> GET /ext/metrics
<< 404 404 page not found\nMetrics are disabled, on a public server by default: --api-metrics-enabled enables them.
