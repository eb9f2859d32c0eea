import { AppError } from '@app/contracts/errors'
import { metricsText, metricsType } from '@app/telemetry'
import { Elysia } from 'elysia'
import { allowedMethods } from './allowed-methods'
import { checksBefore } from './before-body'
import { toAnswer, toAppError } from './failure'
import { checkBodyHeaders, type JsonTypes, readJson, type Upload, uploadFor } from './json-body'
import type { Log } from './log'
import { type Checks, readiness } from './readiness'
import { requestIdOf } from './request-id'
import { countRequest, countShed } from './request-metrics'
import { traceRequests } from './trace-requests'
import { uploadSlots } from './upload-slots'

/** Monitors call these paths every few seconds; logging them would hide what people do. */
const unloggedPaths = new Set(['/healthz', '/readyz', '/metrics'])

/** Concurrent uploads per process. Each occupies a multiple of its size in memory until it is answered. */
const maxUploads = 2

/**
 * The base of every service: health, metrics, request id, access log, body limits, and errors as
 * `{error, code, fields?, requestId}`. Add routes to the returned app.
 *
 * `translate` turns an error of a storage driver into an `AppError`, or returns `undefined` for an unknown one.
 */
export function createServiceApp({
  log,
  checks = {},
  maxBodyBytes = 16 * 1024,
  uploads = [],
  jsonTypes = [],
  maxConcurrent = 150,
  translate = () => undefined,
  onRefused = () => {},
}: {
  log: Log
  checks?: Checks
  maxBodyBytes?: number
  uploads?: readonly Upload[]
  jsonTypes?: readonly JsonTypes[]
  /** Concurrent requests. Accepting more would only delay them all beyond their deadline. */
  maxConcurrent?: number
  translate?: (error: unknown) => AppError | undefined
  /** Called for each answer 403, with the pattern of the path. */
  onRefused?: (refused: { request: Request; route: string; requestId: string }) => void
}) {
  const startedAt = new WeakMap<Request, number>()
  const ready = readiness(checks)
  const slots = uploadSlots(maxUploads)

  const app = new Elysia({
    normalize: false,
    serve: { maxRequestBodySize: Math.max(maxBodyBytes, ...uploads.map(({ maxBytes }) => maxBytes)), idleTimeout: 30 },
  })
  const spans = traceRequests(app)
  const methodsAt = allowedMethods(() => app)
  const checkBeforeBody = checksBefore('body', () => app)
  const checkBeforeValidation = checksBefore('validation', () => app)

  return (
    app
      .onRequest(({ request, set, server }) => {
        const requestId = requestIdOf(request)
        startedAt.set(request, performance.now())
        set.headers['x-request-id'] = requestId
        set.headers['cache-control'] = 'no-store'
        // The server's own count cannot leak, however a request ends.
        if ((server?.pendingRequests ?? 0) > maxConcurrent && !unloggedPaths.has(new URL(request.url).pathname)) {
          // Refusing thousands of requests must be cheap: no exception and no log line.
          countShed()
          spans.ended(request, 'unmatched', 503)
          set.status = 503
          set.headers['retry-after'] = '1'
          return {
            error: 'The service is busy. Please try again shortly.',
            code: 'unavailable',
            requestId,
          }
        }
        checkBodyHeaders(request, maxBodyBytes, uploads, jsonTypes)
      })
      .onParse({ as: 'global' }, async ({ request, route, set }) => {
        await checkBeforeBody({ request, route, set })
        if (!uploadFor(request, uploads)) return readJson(request, maxBodyBytes)
        if (!slots.acquire(request))
          throw new AppError('unavailable', 'Too many uploads are in progress. Please try again shortly.')
        return request.formData()
      })
      // A request without a body is not parsed. Callers without access must not learn what is wrong with a path or a query.
      .onTransform({ as: 'global' }, ({ request, route, set }) => checkBeforeValidation({ request, route, set }))
      .onAfterHandle({ as: 'global' }, ({ request }) => slots.release(request))
      .onError({ as: 'global' }, async ({ error, code, set, request, route }) => {
        slots.release(request)
        const requestId = requestIdOf(request)
        const methods = code === 'NOT_FOUND' ? methodsAt(new URL(request.url).pathname) : []
        if (methods.length > 0) set.headers['allow'] = methods.join(', ')
        const failure =
          methods.length > 0
            ? new AppError('method_not_allowed', 'This method is not allowed here.')
            : await toAppError(error, code, translate)
        const { status, body } = toAnswer(failure, requestId)
        if (status >= 500) log.error({ requestId, code: body.code, err: failure.cause ?? error }, 'request failed')
        if (status === 403) onRefused({ request, route, requestId })
        if (failure.retryAfter) set.headers['retry-after'] = String(failure.retryAfter)
        else if (status === 503) set.headers['retry-after'] = '5'
        set.status = status
        return body
      })
      .onAfterResponse({ as: 'global' }, ({ request, route, path, set }) => {
        if (unloggedPaths.has(path)) return
        const requestId = requestIdOf(request)
        const ms = Math.round((performance.now() - (startedAt.get(request) ?? Number.NaN)) * 10) / 10
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
        // Only Nginx sets this header, and it must not forward this path: refuse should that ever change.
        if (request.headers.has('x-real-ip')) throw new AppError('not_found', 'Not found.')
        set.headers['content-type'] = metricsType
        return metricsText()
      })
  )
}
