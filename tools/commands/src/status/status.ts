import { isDevelopment, optionsOf, releaseOf } from '@app/containers/compose-project'
import { docker } from '@app/containers/docker'
import { root } from '@app/installer/checkout'
import { readLiveState } from '@app/local-stack/state'
import { readVariables } from '@app/secrets/variables'
import { metricsFolder } from '../archive-tool'
import type { Context } from '../context'
import { confirmInstallation } from '../docker/confirm-installation'
import { addressRows } from '../summary'
import { certificateRow } from './certificate'
import {
  alertsRow,
  backupRow,
  diskRow,
  journalRows,
  mailRows,
  type Row,
  replicaRows,
  restoreRows,
  rowLines,
  versionRow,
} from './rows'

type Running = { version: Row; addresses: Row[]; replicas: Row[]; metrics: string | undefined; tlsPort: number }

async function runningLocally({ layout }: Context): Promise<Running | undefined> {
  const state = readLiveState(layout)
  if (!state) return undefined
  const replicas = Object.entries(state.processes).map(([service, { status }]) => ({
    service,
    status,
    ready: status === 'ready',
  }))
  const url = `http://127.0.0.1:${state.ports['email-worker']}/metrics`
  const metrics = await fetch(url, { signal: AbortSignal.timeout(3_000) })
    .then((answer) => answer.text())
    .catch(() => undefined)
  const version = { name: 'Version', text: releaseOf(root) }
  return {
    version,
    addresses: addressRows(state),
    replicas: replicaRows(replicas),
    metrics,
    tlsPort: state.ports['nginx-tls'] ?? 0,
  }
}

async function runningInDocker(context: Context): Promise<Running | undefined> {
  const options = optionsOf(context)
  const replicas = await docker.replicas(options)
  if (replicas.length === 0) return undefined
  // A service is only ready on the database of this installation.
  if (replicas.every(({ ready }) => ready)) confirmInstallation(context)
  const restarts = await docker.restartsOf(
    replicas.map(({ id }) => id),
    options.env,
  )
  const metrics = await docker.metricsOf('email-worker', options)
  const { TLS_PORT = 8443, PUBLIC_ORIGIN } = readVariables(context)
  const published: { site?: string; mail?: string } = await docker.urls(options)
  return {
    version: versionRow(replicas),
    addresses: addressRows({ urls: PUBLIC_ORIGIN ? { ...published, site: PUBLIC_ORIGIN } : published }),
    replicas: replicaRows(replicas.map((one, at) => ({ ...one, restarts: restarts[at] ?? 0 }))),
    metrics,
    tlsPort: Number(TLS_PORT),
  }
}

async function print(context: Context, running: Running | undefined): Promise<number> {
  const { write } = context
  if (!running) {
    const start = isDevelopment(optionsOf(context)) ? 'make up' : 'docker compose up -d --wait'
    write(`It is not running. Start it with: ${start}`)
    return 1
  }
  const variables = readVariables(context)
  const rows = [
    running.version,
    ...running.addresses,
    ...running.replicas,
    ...mailRows(running.metrics),
    await certificateRow(variables, running.tlsPort),
    backupRow(metricsFolder(context)),
    ...journalRows(metricsFolder(context)),
    ...restoreRows(metricsFolder(context), running.metrics),
    diskRow(root),
    await alertsRow(variables),
  ]
  write(rowLines(rows))
  return rows.some(({ attention }) => attention) ? 1 : 0
}

/** One screen: version, replicas, mail, certificate, backup, disk, alerts. Exit code 1 when a line is marked with `!`. */
export const status = async (context: Context) => print(context, await runningLocally(context))
export const statusInDocker = async (context: Context) => print(context, await runningInDocker(context))
