import { ConfigError, readEnv, redisClusterErrors } from '@app/config'
import { announceVersion, startTracing } from '@app/telemetry'
import type * as v from 'valibot'
import { createLog, type Log } from './log'
import { type Checks, watchDependencies } from './readiness'
import { runProcess, type Serving } from './run-process'

type Variables = v.GenericSchema<unknown, ProcessVariables> & { entries: v.ObjectEntries }

/** The variables of a process that `start` itself needs: `serviceVariables` of @app/config. */
type ProcessVariables = {
  LOG_LEVEL: string
  LISTEN_HOST: string
  LISTEN_PORT: number
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  TRACE_SHARE: number
  RELEASE?: string | undefined
  REDIS_URL: string
  QUEUE_PREFIX: string
}

type RedisOptions = { redisUrl: string; prefix: string; onError: (error: Error) => void }

type Process = Pick<Serving, 'app' | 'ready' | 'close' | 'collectFrom'> & {
  /** Probes shown as metrics, including dependencies that readiness does not require. */
  dependencies: Checks
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
  build: (context: { env: v.InferOutput<Schema>; log: Log; redis: RedisOptions }) => Promise<Process>,
): Promise<void> {
  try {
    const env = readEnv(variables, source)
    const { REDIS_URL, QUEUE_PREFIX: prefix } = env
    const refused = await redisClusterErrors({ REDIS_URL })
    if (refused.length > 0) throw new ConfigError(refused)
    const log = createLog(name, env.LOG_LEVEL)
    announceVersion(env.RELEASE)
    await startTracing(name, {
      endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
      share: env.TRACE_SHARE,
      onError: (err) => log.warn({ err }, 'trace export failed'),
    })
    const redis = { redisUrl: REDIS_URL, prefix, onError: (err: Error) => log.warn({ err }, 'Redis error') }
    const { dependencies, ...served } = await build({ env, log, redis })
    watchDependencies(dependencies)
    await runProcess({ ...served, host: env.LISTEN_HOST, port: env.LISTEN_PORT, log })
  } catch (error) {
    if (error instanceof ConfigError) createLog(name, 'fatal').fatal(error.message)
    else process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    process.exit(1)
  }
}
