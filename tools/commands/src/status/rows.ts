import { statfsSync } from 'node:fs'
import type { Variables } from '@app/secrets/env-file'
import { isRestoring, metrics, readSamples } from '../backup-metrics'
import { inWords, samplesOf, sumOf } from './metrics'

/** One line of the screen. `attention` marks what needs a look. */
export type Row = { name: string; text: string; attention?: boolean }

/** The rows as they are printed: `!` marks those that need attention. */
export const rowLines = (rows: readonly Row[]) =>
  rows.map(({ name, text, attention }) => `${attention ? '!' : ' '} ${name.padEnd(18)} ${text}`).join('\n')

const dayMs = 86_400_000
const gigabyte = 1024 ** 3
/** Inquiries are answered within 24 hours, so their mails must not wait for long. */
const lateSeconds = 900
/** As the alert SyntheticInquiryMissing. */
const syntheticLateSeconds = 9_000
/** As the alert JournalBehind. */
const journalLateSeconds = 120

/** The queue and the oldest mail, from the metrics of an email worker. */
export function mailRows(metrics: string | undefined): Row[] {
  if (metrics === undefined) return [{ name: 'Mail', text: 'the email worker does not answer', attention: true }]
  const waiting =
    sumOf(metrics, 'mail_queue_jobs', 'state="waiting"') + sumOf(metrics, 'mail_queue_jobs', 'state="delayed"')
  const failed = sumOf(metrics, 'outbox_inquiries', 'mails="failed"')
  const pending = sumOf(metrics, 'outbox_inquiries', 'mails="pending"')
  const oldest = Math.max(0, ...samplesOf(metrics, 'outbox_oldest_unsent_seconds').map(({ value }) => value))
  return [
    { name: 'Queues', text: `${waiting} jobs waiting, ${failed} inquiries with a failed mail`, attention: failed > 0 },
    {
      name: 'Oldest mail',
      text: oldest > 0 ? `unsent for ${inWords(oldest)}, of ${pending} inquiries with unsent mails` : 'none unsent',
      attention: oldest > lateSeconds,
    },
    syntheticRow(metrics),
  ]
}

/** The last of the inquiries that the product sends itself every hour. */
function syntheticRow(metrics: string): Row {
  const name = 'Synthetic inquiry'
  const [last] = samplesOf(metrics, 'synthetic_inquiry_last_arrival_timestamp_seconds')
  if (!last) return { name, text: 'none yet; the first is sent five minutes after the start' }
  const age = Date.now() / 1_000 - last.value
  return { name, text: `arrived ${inWords(age)} ago`, attention: age > syntheticLateSeconds }
}

/** The last backup, whatever file it went to: `make backup` leaves its time in `folder`. */
export function backupRow(folder: string): Row {
  const name = 'Last backup'
  const { [metrics.lastSuccess]: last, [metrics.shrunk]: shrunk } = readSamples(folder, 'backup')
  if (last === undefined) return { name, text: 'none yet: make backup', attention: true }
  const age = Date.now() - last * 1_000
  const since = shrunk ? '; one since then holds less than half of it' : ''
  return { name, text: `${inWords(age / 1_000)} ago${since}`, attention: Boolean(shrunk) || age > 2 * dayMs }
}

/** Up to when the journal of `make follow-backup` reaches, where there is one. */
export function journalRows(folder: string, now = Date.now()): Row[] {
  const { [metrics.journal]: last } = readSamples(folder, 'journal')
  if (last === undefined) return []
  const age = now / 1_000 - last
  const isRefused = readSamples(folder, 'refused')[metrics.journalRefused] === 1
  const why = isRefused ? '; the database is not the one that it was (docs/runbook/database-lost.md)' : ''
  return [
    { name: 'Journal', text: `up to ${inWords(age)} ago${why}`, attention: isRefused || age > journalLateSeconds },
  ]
}

/** A restore that has not ended, from what it left in `folder` and from the metrics of a service, which knows of others as well. */
export function restoreRows(folder: string, serviceMetrics = ''): Row[] {
  if (!isRestoring(folder) && sumOf(serviceMetrics, 'restore_unfinished') === 0) return []
  return [{ name: 'Restore', text: 'running or interrupted; if interrupted: make restore', attention: true }]
}

export function diskRow(folder: string): Row {
  const { bavail, blocks, bsize } = statfsSync(folder)
  const free = bavail / blocks
  const text = `${((bavail * bsize) / gigabyte).toFixed(1)} GB free (${Math.round(100 * free)} %)`
  return { name: 'Disk', text, attention: free < 0.1 }
}

/** The alerts that fire, where Prometheus runs with the product. */
export async function alertsRow({ PROMETHEUS_PORT = '9090' }: Variables): Promise<Row> {
  const url = `http://127.0.0.1:${PROMETHEUS_PORT}/api/v1/alerts`
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  if (!answer?.ok) return { name: 'Alerts', text: `no Prometheus on port ${PROMETHEUS_PORT} (deploy/observability)` }
  type Alert = { state: string; labels: { alertname: string; severity?: string } }
  const { data } = (await answer.json()) as { data: { alerts: Alert[] } }
  // The heartbeat always fires.
  const isFiring = ({ state, labels }: Alert) => state === 'firing' && labels.severity !== 'heartbeat'
  const firing = [...new Set(data.alerts.filter(isFiring).map(({ labels }) => labels.alertname))]
  return { name: 'Alerts', text: firing.join(', ') || 'none firing', attention: firing.length > 0 }
}

/** The version that runs, and which services have another one, as after an update that was interrupted. */
export function versionRow(replicas: readonly { service: string; version?: string | undefined }[]): Row {
  const own = replicas.filter(({ version }) => version)
  const versions = [...new Set(own.map(({ version }) => version))]
  const name = 'Version'
  if (versions.length === 0) return { name, text: 'unknown: the images were built without one (make secrets)' }
  const servicesOf = (version?: string) => [
    ...new Set(own.filter((one) => one.version === version).map((one) => one.service)),
  ]
  const text = versions.map((version) =>
    versions.length > 1 ? `${version} (${servicesOf(version).join(', ')})` : version,
  )
  return { name, text: text.join(', '), attention: versions.length > 1 }
}

type Replica = { service: string; ready: boolean; status: string; restarts?: number }

/** One row per service: how many replicas run, whether all are ready, and how often they were started again. */
export function replicaRows(replicas: readonly Replica[]): Row[] {
  const services = [...new Set(replicas.map(({ service }) => service))]
  return services.map((name) => {
    const own = replicas.filter(({ service }) => service === name)
    const ready = own.filter((one) => one.ready).length
    const others = [...new Set(own.filter((one) => !one.ready).map(({ status }) => status))]
    const state = others.length > 0 ? `${ready} of ${own.length} ready (${others.join(', ')})` : `${ready} ready`
    const restarts = own.reduce((sum, one) => sum + (one.restarts ?? 0), 0)
    const text = restarts > 0 ? `${state}, restarted ${restarts} ${restarts === 1 ? 'time' : 'times'}` : state
    return { name, text, attention: ready < own.length }
  })
}
