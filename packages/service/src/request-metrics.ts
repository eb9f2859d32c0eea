import { counter, durations } from '@app/telemetry'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const answers = durations(
  'http_request_duration_seconds',
  'Time from the first look at a request to its answer, by route pattern',
  { method: [], route: [], status: [] },
  buckets,
)

const shed = counter('http_requests_shed_total', 'Requests refused at once because too many were on their way', {})

/** Counts a request that nobody looked at. */
export const countShed = () => shed.add({})

/** Counts a request. Routes come from the routing table and methods from a list, so no client can make a series. */
export const countRequest = (method: string, route: string, status: number, ms: number) =>
  answers.observe({ method: methods.has(method) ? method : 'other', route, status }, ms)
