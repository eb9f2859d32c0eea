import { spawnSync } from 'node:child_process'
import { optionsOf, projectArguments, projectName } from '@app/containers/compose-project'
import { docker } from '@app/containers/docker'
import { root } from '@app/installer/checkout'
import { isFree } from '@app/local-stack/ports'
import type { Variables } from '@app/secrets/env-file'
import type { Context } from '../context'

const timeoutMs = 30_000

/** Errors that Compose itself finds in the files and the variables in them. Its values are not shown: they may be secrets. */
function composeErrors({ environment, envFile }: Context): string[] {
  const args = ['compose', ...projectArguments({ env: environment, envFile }), 'config', '--quiet']
  const { status, stderr } = spawnSync('docker', args, {
    cwd: root,
    env: environment,
    encoding: 'utf8',
    timeout: timeoutMs,
  })
  if (status === 0) return []
  return [`COMPOSE_FILE: docker compose config fails: ${stderr.trim().split('\n').at(-1) ?? ''}`]
}

/** Where the overlays in use publish a port. */
const published = ({
  COMPOSE_FILE = '',
  PORT,
  TLS_PORT,
  INBOUND_PUBLIC_PORT,
  PROMETHEUS_PORT,
  GRAFANA_PORT,
  ALERTMANAGER_PORT,
}: Variables) => ({
  PORT: PORT || '8080',
  ...(/compose\.(tls|acme)\.yml/.test(COMPOSE_FILE) && { TLS_PORT: TLS_PORT || '8443' }),
  ...(COMPOSE_FILE.includes('compose.inbound-smtp.yml') && { INBOUND_PUBLIC_PORT: INBOUND_PUBLIC_PORT || '25' }),
  ...(COMPOSE_FILE.includes('deploy/observability/compose.yml') && {
    PROMETHEUS_PORT: PROMETHEUS_PORT || '9090',
    GRAFANA_PORT: GRAFANA_PORT || '3001',
    ALERTMANAGER_PORT: ALERTMANAGER_PORT || '9093',
  }),
})

async function portError(context: Context, name: string, value: string): Promise<string[]> {
  const port = Number(value)
  const isPort = Number.isInteger(port) && port > 0 && port <= 65_535
  if (!isPort || (await isFree(port))) return []
  const owners = await docker.publishersOf(port, context.environment)
  if (owners.includes(projectName(optionsOf(context)) ?? '')) return []
  const by = owners.length > 0 ? `the installation ${owners.join(', ')}` : 'another program'
  return [`${name}: ${port} is in use by ${by} on this machine`]
}

/** Refusals of the engine, and ports that are taken. Without an engine nothing can be tried. */
export async function engineErrors(context: Context, variables: Variables): Promise<string[]> {
  if (!(await docker.available(context.environment))) return []
  const ports = Object.entries(published(variables)).map(([name, value]) => portError(context, name, value))
  return [...composeErrors(context), ...(await Promise.all(ports)).flat()]
}
