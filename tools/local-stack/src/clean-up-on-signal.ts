import { constants } from 'node:os'

type CleanUp = () => unknown

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const cleanUps: CleanUp[] = []

async function end(signal: (typeof signals)[number]): Promise<never> {
  for (const cleanUp of cleanUps.toReversed()) await Promise.resolve().then(cleanUp).catch(reportError)
  process.exit(128 + constants.signals[signal])
}

/**
 * A signal that ends this process runs every clean-up first, the last added first: what a script has started in other
 * processes would stay otherwise. Does nothing in a worker thread, where the process belongs to a test runner.
 */
export function cleanUpOnSignal(cleanUp: CleanUp): void {
  if (!Bun.isMainThread) return
  if (cleanUps.length === 0) for (const signal of signals) process.once(signal, () => void end(signal))
  cleanUps.push(cleanUp)
}
