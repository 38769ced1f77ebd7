// If the health API is off, its paths name the flag that turns it on.
//! api-health-enabled false
>> GET /ext/health
<< 404 404 page not found\nThe Health API is off: --api-health-enabled turns it on.
>> GET /ext/health/liveness
<< 404 404 page not found\nThe Health API is off: --api-health-enabled turns it on.
