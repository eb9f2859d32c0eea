import { gate } from '@app/concurrency/gate'
import { seconds } from '@app/contracts/durations'
import { AppError, notFound } from '@app/contracts/errors'
import {
  counter,
  durations,
  isTracing,
  metricsText,
  metricsType,
  runningVersion,
  type TracedRequest,
  tracedRequest,
} from '@app/telemetry'
import { cors } from '@elysiajs/cors'
import { type AnyElysia, Elysia, NotFoundError } from 'elysia'
import { refusalForEdge, toAppError, toResponse } from './failure'
import { asksForPolicy, type CallDeps, handleCall, requestIdOf } from './handle-call'
import { heavyTurns } from './heavy-turns'
import type { Log } from './log'
import { type Checks, readiness } from './readiness'
import { selfCheck } from './self-check'
import type { Route } from './serve'

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
      .join('/')}$`,
  )

const staticSegments = (path: string) => path.split('/').filter((part) => !part.startsWith(':')).length

/**
 * The methods of the routes at a path, for the answer to a request with another one; none when there is no such path. Of the
 * patterns that match, only the most specific counts: `/api/passkeys/options` is not the passkey `options`.
 */
export function allowedMethods(app: () => AnyElysia) {
  let known: { pattern: RegExp; specificity: number; methods: readonly string[] }[] | undefined
  return (path: string): string[] => {
    known ??= app().routes.map(({ path: route, method }) => ({
      pattern: patternOf(route),
      specificity: staticSegments(route),
      methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    }))
    const matching = known.filter(({ pattern }) => pattern.test(path))
    const highest = Math.max(...matching.map(({ specificity }) => specificity))
    const methods = matching.filter(({ specificity }) => specificity === highest).flatMap(({ methods }) => methods)
    return [...new Set(methods)].toSorted()
  }
}

/**
 * True if the path of a request is that of a more specific pattern, which has other methods: with `/api/passkeys/options`,
 * `PUT /api/passkeys/:id` has no passkey `options`. The router has looked for the method only.
 */
export function isTakenByOther(path: string, all: readonly string[]) {
  const parts = path.split('/')
  const isParameter = (part: string) => part.startsWith(':')
  const others = all
    .map((other) => other.split('/'))
    .filter((other) => other.length === parts.length)
    .filter((other) => parts.every((part, at) => part === other[at] || isParameter(part)))
    .map((other) =>
      parts.flatMap((part, at) =>
        isParameter(part) && !isParameter(other[at]!) ? [[part.slice(1), other[at]!] as const] : [],
      ),
    )
    .filter((fixed) => fixed.length > 0)
  return (params: Record<string, string>): boolean =>
    others.some((fixed) => fixed.every(([name, segment]) => params[name] === segment))
}

type Handler = (request: Request) => unknown

/** Records a span for every request, within the sender's trace. Does nothing while tracing is off. */
function traceRequests(app: AnyElysia): { ended(request: Request, route: string, status: number): void } {
  if (!isTracing()) return { ended: () => {} }
  const traced = new WeakMap<Request, TracedRequest>()
  app.wrap(((handle: Handler) => (request: Request) => {
    const sent = request.headers.get('traceparent') ?? undefined
    const span = tracedRequest(request.method, { requestId: requestIdOf(request), trace: sent })
    if (!span) return handle(request)
    traced.set(request, span)
    return span.run(() => handle(request))
  }) as Parameters<AnyElysia['wrap']>[0])
  return { ended: (request, route, status) => traced.get(request)?.end(route, status) }
}

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
const countShed = () => shed.add({})

/** Counts a request. Routes and methods come from fixed sets, so that clients cannot create series. */
const countRequest = (method: string, route: string, status: number, ms: number) =>
  responses.observe({ method: methods.has(method) ? method : 'other', route, status }, ms)

/** Monitors call these paths every few seconds; logging them would hide what people do. */
const unloggedPaths = new Set(['/healthz', '/readyz', '/metrics', '/selfcheck'])

/** Concurrent uploads per process. Each occupies a multiple of its size in memory until it is answered. */
const maxUploads = 2
/** After this time the server has closed a silent connection. */
const uploadMs = seconds(30)

/**
 * A service: its calls, health, metrics, request id, access log, and errors as `{error, code, fields?, requestId}`.
 *
 * `translate` turns an error of a storage driver into an `AppError`, or returns `undefined` for an unknown one.
 */
export function createServiceApp({
  log,
  checks = {},
  api,
  maxConcurrent = 150,
  translate = () => undefined,
  onRefused = () => {},
}: {
  log: Log
  checks?: Checks
  /**
   * Left out for a process without calls. `maxBodyBytes` is the default of calls that name no maximum; `reads` are the paths that the
   * service reads when an update checks it.
   */
  api?: CallDeps & { routes: readonly Route[]; maxBodyBytes?: number; reads?: () => Promise<readonly string[]> }
  /** Concurrent requests. Accepting more would only delay them all beyond their deadline. */
  maxConcurrent?: number
  translate?: (error: unknown) => AppError | undefined
  /** Called for each answer 403, with the pattern of the path. */
  onRefused?: (refused: { request: Request; route: string; requestId: string }) => void
}) {
  const startedAt = new WeakMap<Request, number>()
  const ready = readiness(checks)
  const { routes = [], maxBodyBytes = 16 * 1024 } = api ?? {}

  const app = new Elysia({
    normalize: false,
    serve: {
      maxRequestBodySize: Math.max(maxBodyBytes, ...routes.map(({ call }) => call.body?.maxBytes ?? 0)),
      idleTimeout: 30,
    },
  })
  const spans = traceRequests(app)
  const methodsAt = allowedMethods(() => app)
  if (api && api.origin.corsOrigins.length > 0)
    app.use(cors({ origin: [...api.origin.corsOrigins], credentials: true }))

  app
    .onRequest(({ request, set }) => {
      const requestId = requestIdOf(request)
      startedAt.set(request, performance.now())
      set.headers['x-request-id'] = requestId
      set.headers['cache-control'] = 'no-store'
      // The server's own count cannot leak, however a request ends.
      if ((app.server?.pendingRequests ?? 0) > maxConcurrent && !unloggedPaths.has(new URL(request.url).pathname)) {
        // Refusing thousands of requests must be cheap: no exception and no log line.
        countShed()
        spans.ended(request, 'unmatched', 503)
        set.status = 503
        set.headers['retry-after'] = '1'
        return toResponse({ code: 'unavailable', message: 'The service is busy. Please try again shortly.' }, requestId)
          .body
      }
    })
    .onError({ as: 'global' }, async ({ error, code, set, request, route }) => {
      const requestId = requestIdOf(request)
      const methods = code === 'NOT_FOUND' ? methodsAt(new URL(request.url).pathname) : []
      if (methods.length > 0) set.headers['allow'] = methods.join(', ')
      const failure =
        methods.length > 0
          ? new AppError('method_not_allowed', 'This method is not allowed here.')
          : toAppError(error, code, translate)
      const { status, body } = toResponse(failure, requestId)
      if (status >= 500) log.error({ requestId, code: body.code, err: failure.cause ?? error }, 'request failed')
      if (status === 403) onRefused({ request, route, requestId })
      if (failure.retryAfter) set.headers['retry-after'] = String(failure.retryAfter)
      else if (status === 503) set.headers['retry-after'] = '5'
      set.status = status
      if (asksForPolicy(request)) {
        const refusal = refusalForEdge({ status, body }, failure.retryAfter)
        set.status = refusal.status
        Object.assign(set.headers, refusal.headers)
      }
      return body
    })
    .onAfterResponse({ as: 'global' }, ({ request, route, path, set }) => {
      if (unloggedPaths.has(path)) return
      const requestId = requestIdOf(request)
      const ms = Math.round((performance.now() - (startedAt.get(request) ?? Number.NaN)) * 10) / 10
      const { method } = request
      const pattern = route || 'unmatched'
      const status = Number(set.status ?? 200)
      countRequest(method, pattern, status, ms)
      spans.ended(request, pattern, status)
      log.info({ requestId, method, route: pattern, status, ms }, 'request')
    })
    .get('/healthz', () => ({ status: 'ok', version: runningVersion() }))
    .get('/readyz', async ({ status }) => {
      const answer = await ready()
      return status(answer.ready ? 200 : 503, answer)
    })
    .get('/metrics', async ({ request, set }) => {
      refuseVisitors(request)
      set.headers['content-type'] = metricsType
      return metricsText()
    })

  if (!api) return app
  addRoutes(app, api, maxBodyBytes)
  app.get('/selfcheck', async ({ request, status }) => {
    refuseVisitors(request)
    const reads = await selfCheck((await api.reads?.()) ?? [], (own) => app.handle(own))
    return status(reads.every((read) => read.status < 300) ? 200 : 503, { reads })
  })
  return app
}

/** Only Nginx sets this header, and it must not forward such a path: refuse should that ever change. */
function refuseVisitors(request: Request): void {
  if (request.headers.has('x-real-ip')) throw notFound()
}

function addRoutes(app: AnyElysia, api: CallDeps & { routes: readonly Route[] }, maxBodyBytes: number): void {
  const slots = gate(maxUploads, { heldMs: uploadMs })
  const turns = heavyTurns()
  const paths = api.routes.map(({ call }) => call.path)
  for (const route of api.routes) {
    const handle = handleCall(route, api, { maxBodyBytes, slots, turns })
    const { method, path } = route.call
    const isTaken = isTakenByOther(path, paths)
    const answer = ({ request, params, set }: Parameters<typeof handle>[0]) => {
      if (isTaken(params)) throw new NotFoundError()
      return handle({ request, params, set })
    }
    // Elysia prepares what its parameter names: headers, cookies and query are read where they are needed.
    // `none`: the body is read once the policy of the call has let the request pass.
    app.route(method.toUpperCase(), path, answer as never, { parse: 'none' })
  }
}
