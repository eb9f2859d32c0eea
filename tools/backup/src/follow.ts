import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { journalMetric, journalRefusedMetric } from './messages'

/** Reading what has changed takes at most a sixth of the time. */
const restFactor = 5

/** Leaves gauges in a file for Prometheus and `make status`, which read all of it or what it was before. */
export function leaveMetrics(file: string, gauges: readonly { name: string; help: string; value: number }[]): void {
  const text = gauges.map(({ name, help, value }) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`)
  writeFileSync(`${file}.new`, text.join(''), { mode: 0o644 })
  renameSync(`${file}.new`, file)
}

/** Leaves for Prometheus and `make status` up to when the journal reaches. */
export const leaveTime = (folder: string | undefined, at: number): void => {
  const help = 'Up to when the journal of the database reaches'
  if (folder) leaveMetrics(join(folder, 'journal.prom'), [{ name: journalMetric, help, value: Math.floor(at / 1000) }])
}

/** Leaves for them whether the database is believed. */
export const leaveRefusal = (folder: string | undefined, isRefused: boolean): void => {
  const help = 'Whether the journal is not written because the database cannot be the one that it was'
  const value = isRefused ? 1 : 0
  if (folder) leaveMetrics(join(folder, 'journal-refused.prom'), [{ name: journalRefusedMetric, help, value }])
}

type Options = {
  intervalMs: number
  /** Resolves when this is to end; what has changed until then is still written. */
  ended: Promise<void>
  written(at: number, changes: number): void
  failed(error: unknown): void
}

/** Writes a journal until it is to end. @throws why the last changes could not be written */
export async function follow(journal: { write(at: Date): Promise<number> }, options: Options): Promise<void> {
  const { intervalMs, ended, written, failed } = options
  let isEnding = false
  const ending = ended.then(() => {
    isEnding = true
  })
  for (;;) {
    const isLast = isEnding
    const startedAt = performance.now()
    const at = new Date()
    try {
      written(at.getTime(), await journal.write(at))
    } catch (error) {
      if (isLast) throw error
      failed(error)
    }
    if (isLast) return
    const rest = Math.max(intervalMs, restFactor * (performance.now() - startedAt))
    await Promise.race([Bun.sleep(rest), ending])
  }
}
