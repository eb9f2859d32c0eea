import { existsSync, readFileSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { leaveMetrics } from '@app/backup/follow'
import { type Content, hasShrunk, inMegabytes, journalMetric, journalRefusedMetric } from '@app/backup/messages'
import { messageOf } from '@app/installer/message-of'
import { metricsFolder, prepareMetricsFolder } from './archive-tool'
import type { Context } from './context'
import { samplesOf } from './status/metrics'

/** Files that `make backup` and `make restore` leave for Prometheus, `make status` and each other: node-exporter reads them. */
const files = {
  backup: 'backup.prom',
  restore: 'restore.prom',
  journal: 'journal.prom',
  refused: 'journal-refused.prom',
} as const
export const metrics = {
  lastSuccess: 'archery_backup_last_success_timestamp_seconds',
  documents: 'archery_backup_documents',
  bytes: 'archery_backup_bytes',
  shrunk: 'archery_backup_shrunk',
  restoreBegun: 'archery_restore_begun_timestamp_seconds',
  journal: journalMetric,
  journalRefused: journalRefusedMetric,
} as const
const help: Record<string, string> = {
  [metrics.lastSuccess]: 'When the last backup succeeded',
  [metrics.documents]: 'How many documents the last successful backup holds',
  [metrics.bytes]: 'How many bytes of documents the last successful backup holds',
  [metrics.shrunk]: 'Whether the last backup holds less than half of the last successful one',
  [metrics.restoreBegun]: 'When a restore that has not ended stopped the services',
}

type Samples = Record<string, number>

export function readSamples(folder: string, file: keyof typeof files): Samples {
  const path = join(folder, files[file])
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return Object.fromEntries(
    Object.values(metrics).flatMap((name) => samplesOf(text, name).map(({ value }) => [name, value])),
  )
}

function writeSamples(context: Context, file: keyof typeof files, samples: Samples): void {
  const gauges = Object.entries(samples).map(([name, value]) => ({ name, help: help[name] ?? '', value }))
  leaveMetrics(join(prepareMetricsFolder(context), files[file]), gauges)
}

const inWords = ({ documents, bytes }: Content) => `${documents} documents, ${inMegabytes(bytes)}`

/**
 * Leaves the time and the content of a successful backup. One that holds less than half of the last is none: neither its time
 * is left, nor may it age out those before it.
 *
 * @throws when it has shrunk, or when nothing can be written
 */
export function recordBackup(context: Context, content: Content | undefined, now = Date.now()): void {
  const folder = metricsFolder(context)
  const last = readSamples(folder, 'backup')
  const { [metrics.documents]: documents, [metrics.bytes]: bytes } = last
  const before = documents !== undefined && bytes !== undefined ? { documents, bytes } : undefined
  const isAccepted = context.environment['SMALLER'] === '1'
  const shrunk = before && content && !isAccepted && hasShrunk(content, before)
  try {
    writeSamples(
      context,
      'backup',
      shrunk
        ? { ...last, [metrics.shrunk]: 1 }
        : {
            [metrics.lastSuccess]: Math.floor(now / 1000),
            [metrics.shrunk]: 0,
            ...(content && { [metrics.documents]: content.documents, [metrics.bytes]: content.bytes }),
          },
    )
  } catch (cause) {
    throw new Error(
      `The backup is written, but its time is not, so alerts do not know of it: ${folder} belongs to another user. Once, as root: chown -R ${userInfo().username} ${folder}`,
      { cause },
    )
  }
  if (shrunk)
    throw new Error(
      `The backup is written but holds less than half of the last one (${inWords(content)}; before ${inWords(before)}), so it does not count: keep the older archives. If this is all there should be: make backup SMALLER=1`,
    )
}

/** A restore may replace much by little, and the next backup is compared with what it restored. */
export function forgetContent(context: Context): void {
  const last = readSamples(metricsFolder(context), 'backup')[metrics.lastSuccess]
  if (last !== undefined) attempt(context, () => writeSamples(context, 'backup', { [metrics.lastSuccess]: last }))
}

/** A restore does not fail because of what it leaves for others. */
function attempt(context: Context, leave: () => void): void {
  try {
    leave()
  } catch (error) {
    context.write(`${metricsFolder(context)} cannot be written: ${messageOf(error)}`)
  }
}

/** Says that services are stopped by a restore, until it has ended. */
export const recordRestore = (context: Context, now = Date.now()) =>
  attempt(context, () => writeSamples(context, 'restore', { [metrics.restoreBegun]: Math.floor(now / 1000) }))
export const endRestore = (context: Context) =>
  attempt(context, () => rmSync(join(metricsFolder(context), files.restore), { force: true }))
/** When a restore that has not ended stopped the services, in seconds since 1970. */
export const restoreBegun = (folder: string) => readSamples(folder, 'restore')[metrics.restoreBegun]
export const isRestoring = (folder: string) => restoreBegun(folder) !== undefined
