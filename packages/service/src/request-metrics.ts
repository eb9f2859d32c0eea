import { counter, durations } from '@app/telemetry'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const responses = durations(
  'http_request_duration_seconds',
  'Time from receipt of a request to its response, by route pattern',
  { method: [], route: [], status: [] },
  buckets,
)

const shed = counter('http_requests_shed_total', 'Requests refused because too many were in progress', {})

/** Counts a request that was refused unprocessed. */
export const countShed = () => shed.add({})

/** Counts a request. Routes and methods come from fixed sets, so that clients cannot create series. */
export const countRequest = (method: string, route: string, status: number, ms: number) =>
  responses.observe({ method: methods.has(method) ? method : 'other', route, status }, ms)
