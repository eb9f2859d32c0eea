import { createHash } from 'node:crypto'

type Port = { target: number; published?: string; protocol?: string }
type Service = {
  environment?: Record<string, string | null>
  tmpfs?: string[]
  volumes?: object[]
  ports?: Port[]
  secrets?: { source: string; target: string }[]
  ulimits?: Record<string, number | object>
  networks?: Record<string, { ipv4_address?: string } | null>
  deploy?: {
    resources?: { limits?: { cpus?: number | string } }
    replicas?: number
    update_config?: object
    rollback_config?: object
    restart_policy?: object
    placement?: { constraints?: string[] }
  }
  [other: string]: unknown
}
type FromFile = Record<string, { name: string; file?: string; content?: string }>
/** The parts of `docker compose config --format json` used here. */
export type ComposeConfig = {
  name: string
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
  volumes?: Record<string, object>
  secrets: FromFile
  configs?: FromFile
}

/** Keys that a swarm does not support. */
const unsupported = [
  'build',
  'depends_on',
  'profiles',
  'restart',
  'security_opt',
  'tmpfs',
  'command',
  'entrypoint',
  'pull_policy',
  'network_mode',
  'sysctls',
  // They say what has changed, which the names of secrets and configurations say here.
  'labels',
] as const
const units: Record<string, number> = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

function temporary(tmpfs: string) {
  const [target, options = ''] = tmpfs.split(':')
  const [, size = '64', unit = 'm'] = /size=(\d+)([kmg])/.exec(options) ?? []
  return { type: 'tmpfs', target, tmpfs: { size: Number(size) * units[unit]!, mode: 0o1777 } }
}

/** Published on the node: behind the swarm's mesh every client has the same address. */
const port = ({ target, published, protocol = 'tcp' }: Port) => ({
  target,
  published: Number(published),
  protocol,
  mode: 'host',
})

/** nginx looks up again where the replicas are after two seconds, and a swarm stops the old one as soon as the new one is healthy. */
const stopDelay = { STOP_DELAY_SECONDS: '4' }

/** A volume stays on its node, and on another node a database would start empty. */
const onVolumes = 'node.labels.volumes == yes'
const hasVolume = ({ volumes = [] }: Service) => volumes.some((volume) => 'type' in volume && volume.type === 'volume')

/** Where a service may run: as it says, else with its volumes, else anywhere. */
function placement(service: Service) {
  const constraints = service.deploy?.placement?.constraints ?? (hasVolume(service) ? [onVolumes] : undefined)
  return constraints && { placement: { constraints } }
}

function toService({ deploy = {}, ...service }: Service) {
  const { environment, tmpfs = [], volumes = [], ports = [], secrets = [], ulimits = {}, command, entrypoint } = service
  const kept = Object.fromEntries(
    Object.entries(service).filter(([name]) => !(unsupported as readonly string[]).includes(name)),
  )
  const limits = deploy.resources?.limits
  // Two containers cannot publish the same port of a node.
  const order = ports.length > 0 ? 'stop-first' : 'start-first'
  return {
    ...kept,
    ...(environment && 'STOP_DELAY_SECONDS' in environment && { environment: { ...environment, ...stopDelay } }),
    ...(command ? { command } : {}),
    ...(entrypoint ? { entrypoint } : {}),
    volumes: [...volumes, ...tmpfs.map(temporary)],
    ports: ports.map(port),
    secrets,
    // Compose prints a limit of 0 as an empty object.
    ulimits: Object.fromEntries(
      Object.entries(ulimits).map(([name, limit]) => [
        name,
        typeof limit === 'object' && !Object.keys(limit).length ? 0 : limit,
      ]),
    ),
    deploy: {
      // nginx resolves every replica itself, as in Compose.
      endpoint_mode: 'dnsrr',
      ...(deploy.replicas !== undefined && { replicas: deploy.replicas }),
      ...(deploy.restart_policy && { restart_policy: deploy.restart_policy }),
      ...placement({ deploy, ...service }),
      resources: { limits: { ...limits, ...(limits?.cpus === undefined ? {} : { cpus: String(limits.cpus) }) } },
      ...(deploy.update_config && { update_config: { ...deploy.update_config, order } }),
      ...(deploy.rollback_config && { rollback_config: { ...deploy.rollback_config, order } }),
    },
  }
}

/** A swarm has no shared networks of containers, so such a service publishes the ports itself, and the other one is left out. */
function withOwnNetworks(services: ComposeConfig['services']) {
  const shared = Object.entries(services).flatMap(([name, { network_mode }]) => {
    const [, other] = /^service:(.+)$/.exec(String(network_mode ?? '')) ?? []
    return other ? [[name, other] as const] : []
  })
  const merged = shared.map(([name, other]) => {
    const { ports = [], networks = {} } = services[other]!
    return [name, { ...services[name], ports, networks }] as const
  })
  const kept = Object.entries(services).filter(([name]) => !shared.some(([, other]) => other === name))
  return { ...Object.fromEntries(kept), ...Object.fromEntries(merged) } as ComposeConfig['services']
}

/** @throws naming the services whose addresses are fixed, which a swarm does not do */
function requireNoAddresses(services: ComposeConfig['services']): void {
  const fixed = Object.entries(services).flatMap(([name, { networks = {} }]) =>
    Object.values(networks).some((network) => network?.ipv4_address) ? [name] : [],
  )
  if (fixed.length > 0)
    throw new Error(
      `A swarm gives no fixed addresses, which these have: ${fixed.join(', ')}. Leave deploy/compose.sentinel.yml out of COMPOSE_FILE, and name a Redis elsewhere (deploy/README.md, "Databases elsewhere").`,
    )
}

/** Files of the stack: those that exist are read, contents of the Compose file are written to one. */
type Files = { read(file: string): string; write(name: string, content: string): string }

/**
 * The product as a stack of a Docker swarm. Secrets and configs of a swarm are immutable, so each has a hash of its
 * content in its name: when it changes, the services that use it are updated.
 */
export function swarmStack(config: ComposeConfig, { read, write }: Files) {
  requireNoAddresses(config.services)
  const withHash = (files: FromFile) =>
    Object.fromEntries(
      Object.entries(files).map(([name, { file, content }]) => {
        const text = content ?? read(file ?? '')
        const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
        return [name, { name: `${config.name}_${name}_${hash}`, file: file ?? write(name, text) }]
      }),
    )
  const volumes = Object.keys(config.volumes ?? {}).map((name) => [name, {}])
  return {
    version: '3.13',
    services: Object.fromEntries(
      Object.entries(withOwnNetworks(config.services)).map(([name, service]) => [name, toService(service)]),
    ),
    networks: Object.fromEntries(
      Object.entries(config.networks).map(([name, { internal = false }]) => [
        name,
        // What goes to the databases, and what nginx passes on, is encrypted between nodes.
        { driver: 'overlay', internal, driver_opts: { encrypted: '' } },
      ]),
    ),
    volumes: Object.fromEntries(volumes),
    secrets: withHash(config.secrets),
    configs: withHash(config.configs ?? {}),
  }
}
