import { hostname } from 'node:os'
import { seconds } from '@app/contracts/durations'
import { gauge } from './metrics'

let running = 'unknown'

/** The version of the running process, for its metrics and its health endpoint. */
export const runningVersion = () => running

/**
 * Registers the version, and the time of the start by the name of the container: an address may pass to another container.
 * Call it once per process.
 */
export function announceVersion(version: string | undefined): void {
  running = version || running
  gauge('build_info', 'The version that runs', ['version'], () => [{ labels: { version: running }, value: 1 }])
  const startedAt = Date.now() / seconds(1)
  gauge('replica_start_time_seconds', 'When this process started (Unix time), by its container', ['replica'], () => [
    { labels: { replica: hostname() }, value: startedAt },
  ])
}
