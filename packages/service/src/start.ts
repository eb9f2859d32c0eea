import { ConfigError, readEnv, redisClusterErrors } from '@app/config'
import { announceVersion, startTracing } from '@app/telemetry'
import type * as v from 'valibot'
import { watchDependencies } from './dependencies'
import { createLog, type Log } from './log'
import { runProcess, type Serving } from './run-process'

type Variables = v.GenericSchema<unknown, ProcessVariables> & { entries: v.ObjectEntries }

/** What `start` itself needs of a process's variables: `serviceVariables` of @app/config. */
type ProcessVariables = {
  LOG_LEVEL: string
  LISTEN_HOST: string
  LISTEN_PORT: number
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  TRACE_SHARE: number
  RELEASE?: string | undefined
  REDIS_URL?: string | undefined
}

type Process = Pick<Serving, 'app' | 'ready' | 'close'> & {
  /** Probes shown as metrics, including dependencies that readiness does not require. */
  dependencies: Parameters<typeof watchDependencies>[0]
}

/**
 * Starts one process: reads its configuration, opens log and tracing, builds it and serves until it receives a signal to stop.
 * Configuration errors are printed as plain text, other errors with their stack; the exit code is 1.
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
    const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${text}\n`)
    process.exit(1)
  }
}
