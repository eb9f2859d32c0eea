import { AppError } from '@app/contracts/errors'
import { metricsText, metricsType } from '@app/telemetry'
import { Elysia } from 'elysia'
import { checksBeforeBody } from './before-body'
import { toAnswer, toAppError } from './failure'
import { checkBodyHeaders, isUpload, readJson, type Uploads } from './json-body'
import type { Log } from './log'
import { type Checks, readiness } from './readiness'
import { requestIdOf } from './request-id'
import { countRequest, countShed } from './request-metrics'
import { traceRequests } from './trace-requests'
import { uploadPlaces } from './upload-places'

/** Paths that monitors call every few seconds: they are not worth a log line, and would drown what people do. */
const quiet = new Set(['/healthz', '/readyz', '/metrics'])

/** How many files may be on their way into one process. Each takes several times its size until it is answered. */
const mostUploads = 2

/**
 * What every service is built on: health, metrics, request id, log line, body rules, and each failure as
 * `{error, code, fields?, requestId}`. Routes are added to what it returns.
 *
 * `translate` turns an error of a storage driver into an `AppError`, or `undefined` when it does not know it.
 */
export function createServiceApp({
  log,
  checks = {},
  maxBodyBytes = 16 * 1024,
  uploads,
  mostAtOnce = 150,
  translate = () => undefined,
}: {
  log: Log
  checks?: Checks
  maxBodyBytes?: number
  uploads?: Uploads
  /** How many requests may be on their way. One more could only be answered too late, and would make the others late, too. */
  mostAtOnce?: number
  translate?: (error: unknown) => AppError | undefined
}) {
  // Kept here rather than in the headers of the answer: those are not to be read any more once there are several cookies.
  const begun = new WeakMap<Request, { requestId: string; at: number }>()
  const ready = readiness(checks)
  const places = uploadPlaces(mostUploads)

  const app = new Elysia({
    normalize: false,
    serve: { maxRequestBodySize: Math.max(maxBodyBytes, uploads?.maxBytes ?? 0), idleTimeout: 30 },
  })
  const spans = traceRequests(app)
  const checkBeforeBody = checksBeforeBody(() => app)

  return app
    .onRequest(({ request, set, server }) => {
      const requestId = requestIdOf(request)
      begun.set(request, { requestId, at: performance.now() })
      set.headers['x-request-id'] = requestId
      set.headers['cache-control'] = 'no-store'
      // The server counts them itself: whatever becomes of a request, it cannot be forgotten.
      if ((server?.pendingRequests ?? 0) > mostAtOnce && !quiet.has(new URL(request.url).pathname)) {
        // No exception and no log line for each of thousands: to refuse must cost next to nothing.
        countShed()
        spans.ended(request, 'unmatched', 503)
        set.status = 503
        set.headers['retry-after'] = '1'
        return {
          error: 'There is very much to do at the moment. Please try again shortly.',
          code: 'unavailable',
          requestId,
        }
      }
      checkBodyHeaders(request, maxBodyBytes, uploads)
    })
    .onParse({ as: 'global' }, async ({ request, route, set }) => {
      await checkBeforeBody({ request, route, set })
      if (!isUpload(request, uploads)) return readJson(request, maxBodyBytes)
      if (!places.take(request))
        throw new AppError('unavailable', 'Many files are arriving at the moment. Please try again shortly.')
      return request.formData()
    })
    .onAfterHandle({ as: 'global' }, ({ request }) => places.giveBack(request))
    .onError({ as: 'global' }, async ({ error, code, set, request }) => {
      places.giveBack(request)
      const requestId = begun.get(request)?.requestId ?? ''
      const failure = await toAppError(error, code, translate)
      const { status, body } = toAnswer(failure, requestId)
      if (status >= 500) log.error({ requestId, code: body.code, err: failure.cause ?? error }, 'request failed')
      if (failure.retryAfter) set.headers['retry-after'] = String(failure.retryAfter)
      else if (status === 503) set.headers['retry-after'] = '5'
      set.status = status
      return body
    })
    .onAfterResponse({ as: 'global' }, ({ request, route, path, set }) => {
      if (quiet.has(path)) return
      const { requestId, at } = begun.get(request) ?? { requestId: '', at: Number.NaN }
      const ms = Math.round((performance.now() - at) * 10) / 10
      const { method } = request
      const [pattern, status] = [route || 'unmatched', Number(set.status ?? 200)]
      countRequest(method, pattern, status, ms)
      spans.ended(request, pattern, status)
      log.info({ requestId, method, route: pattern, status, ms }, 'request')
    })
    .get('/healthz', () => ({ status: 'ok' }))
    .get('/readyz', async ({ status }) => {
      const answer = await ready()
      return status(answer.ready ? 200 : 503, answer)
    })
    .get('/metrics', async ({ request, set }) => {
      // Nginx names the client of all it passes on. It passes nothing on to this path, and should it ever, this stays shut.
      if (request.headers.has('x-real-ip')) throw new AppError('not_found', 'Not found.')
      set.headers['content-type'] = metricsType
      return metricsText()
    })
}
