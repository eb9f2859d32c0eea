/** The keys of a Compose service that the rules read, in short syntax. */
export type ComposeService = {
  image?: string
  user?: string
  init?: boolean
  read_only?: boolean
  restart?: string
  cap_drop?: string[]
  cap_add?: string[]
  privileged?: boolean
  security_opt?: string[]
  tmpfs?: string[]
  stop_grace_period?: string
  command?: string[]
  healthcheck?: { test?: unknown; disable?: boolean }
  deploy?: { resources?: { limits?: { cpus?: string | number; memory?: string | number; pids?: number } } }
  networks?: string[] | Record<string, unknown>
  ports?: unknown[]
  profiles?: string[]
  pull_policy?: string
  volumes?: unknown[]
  secrets?: (string | { source: string; target?: string })[]
  environment?: Record<string, string | null>
  build?: { args?: Record<string, string>; target?: string }
}
export type ComposeFile = {
  services: Record<string, ComposeService>
  networks: Record<string, { internal?: boolean } | null>
}

/** Health checks of our own images are in the Dockerfile. */
const isOwnImage = ({ build, pull_policy }: ComposeService) => Boolean(build) || pull_policy === 'never'
/** Users of the pinned images with fixed numeric ids. */
const namedUsers = ['mongodb', 'redis']
const seconds = (text = '') =>
  /^(\d+m)?(\d+s)?$/.exec(text)
    ? Number(/(\d+)s$/.exec(text)?.[1] ?? 0) + 60 * Number(/(\d+)m/.exec(text)?.[1] ?? 0)
    : 0
const namesOf = (networks: ComposeService['networks']) =>
  Array.isArray(networks) ? networks : Object.keys(networks ?? {})

/** It holds a network and has nothing that could be unhealthy. */
const onlySleeps = ({ command = [] }: ComposeService) => command.join(' ') === 'sleep infinity'

/** `docker exec` starts up to ten threads of the engine's runtime within a container's limit of processes, and fails with fewer. */
export const minPids = 64

/** Every container rule and whether this service follows it. */
const rules: Record<string, (service: ComposeService) => boolean> = {
  'runs without root': ({ user = '' }) => /^[1-9]\d*:[1-9]\d*$/.test(user) || namedUsers.includes(user),
  'cannot write to its image': ({ read_only }) => read_only === true,
  'has a bounded folder for what is temporary': ({ tmpfs = [] }) => tmpfs.some((one) => /^\/tmp:.*size=\d+m/.test(one)),
  'has no capabilities': ({ cap_drop, cap_add, privileged }) => String(cap_drop) === 'ALL' && !cap_add && !privileged,
  'cannot gain rights': ({ security_opt = [] }) => security_opt.includes('no-new-privileges:true'),
  'is limited in processor, memory and processes': ({ deploy }) => {
    const { cpus, memory, pids } = deploy?.resources?.limits ?? {}
    return Boolean(cpus && memory) && Number(pids) >= minPids
  },
  'has an init': ({ init }) => init === true,
  'tells whether it is healthy': (service) =>
    service.restart === 'no' || isOwnImage(service) || onlySleeps(service) || Boolean(service.healthcheck?.test),
  'may end what it does': ({ stop_grace_period }) => seconds(stop_grace_period) >= 45,
  // Releases of Debian have two numbers.
  'has a pinned image': (service) =>
    isOwnImage(service) || /:\d+\.\d+\.\d+([-@]|$)|^debian:\d+\.\d+-slim/.test(service.image ?? ''),
  'mounts nothing of the host': ({ volumes = [] }) =>
    volumes.every((one) => !/^[./~]|"type":"bind"/.test(typeof one === 'string' ? one : JSON.stringify(one))),
}

/** The rules that a service breaks. */
export const faultsOf = (service: ComposeService) =>
  Object.entries(rules).flatMap(([rule, kept]) => (kept(service) ? [] : [rule]))

export const networksOf = (service: ComposeService) => namesOf(service.networks).sort()
export const secretsOf = ({ secrets = [] }: ComposeService) =>
  secrets.map((one) => (typeof one === 'string' ? one : one.source)).sort()
