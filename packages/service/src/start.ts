import { ConfigError, readEnv, redisClusterErrors } from '@app/config'
import { seconds } from '@app/contracts/durations'
import { announceVersion, gauge, sampled, startTracing } from '@app/telemetry'
import type * as v from 'valibot'
import { createLog, type Log } from './log'
import type { Checks } from './readiness'
import { runProcess, type Serving } from './run-process'

/** Minimum time between two probes of a dependency. */
const every = seconds(5)

/** Metrics of whether each dependency responds, and how fast, including those that readiness does not require. */
function watchDependencies(checks: Checks): void {
  const readings = Object.entries(checks).map(([dependency, probe]) => {
    const read = sampled(
      async () => {
        const startedAt = performance.now()
        await probe()
        return performance.now() - startedAt
      },
      { every },
    )
    return { dependency, read }
  })
  const results = () =>
    Promise.all(readings.map(async ({ dependency, read }) => ({ labels: { dependency }, ms: await read() })))

  gauge('dependency_up', 'Whether a dependency responds within a second', ['dependency'], async () =>
    (await results()).map(({ labels, ms }) => ({ labels, value: ms === undefined ? 0 : 1 })),
  )
  gauge('dependency_ping_seconds', 'Response time of a dependency', ['dependency'], async () =>
    (await results()).flatMap(({ labels, ms }) => (ms === undefined ? [] : [{ labels, value: ms / seconds(1) }])),
  )
}

type Variables = v.GenericSchema<unknown, ProcessVariables> & { entries: v.ObjectEntries }

/** The variables of a process that `start` itself needs: `serviceVariables` of @app/config. */
type ProcessVariables = {
  LOG_LEVEL: string
  LISTEN_HOST: string
  LISTEN_PORT: number
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  TRACE_SHARE: number
  RELEASE?: string | undefined
  REDIS_URL?: string | undefined
}

type Process = Pick<Serving, 'app' | 'ready' | 'close' | 'collectFrom'> & {
  /** Probes shown as metrics, including dependencies that readiness does not require. */
  dependencies: Parameters<typeof watchDependencies>[0]
}

/**
 * Starts one process: reads its configuration, opens log and tracing, builds it and serves until it receives a signal to stop.
 * Refused settings are one line of the log, other errors are printed with their stack; the exit code is 1.
 *
 * @param name the service's name in logs, traces and metrics
 */
export async function start<const Schema extends Variables>(
  name: string,
  { variables, source }: { variables: Schema; source: Record<string, string | undefined> },
  build: (context: { env: v.InferOutput<Schema>; log: Log }) => Promise<Process>,
): Promise<void> {
  try {
    const env = readEnv(variables, source)
    const { REDIS_URL } = env
    const refused = REDIS_URL ? await redisClusterErrors({ REDIS_URL }) : []
    if (refused.length > 0) throw new ConfigError(refused)
    const log = createLog(name, env.LOG_LEVEL)
    announceVersion(env.RELEASE)
    await startTracing(name, {
      endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
      share: env.TRACE_SHARE,
      onError: (err) => log.warn({ err }, 'trace export failed'),
    })
    const { dependencies, ...served } = await build({ env, log })
    watchDependencies(dependencies)
    await runProcess({ ...served, host: env.LISTEN_HOST, port: env.LISTEN_PORT, log })
  } catch (error) {
    if (error instanceof ConfigError) createLog(name, 'fatal').fatal(error.message)
    else process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    process.exit(1)
  }
}
