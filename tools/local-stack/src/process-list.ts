import { join } from 'node:path'
import { root } from '@app/installer/checkout'
import type { Machine } from '@app/installer/machine'
import type { Variables } from '@app/secrets/env-file'
import type { Layout } from './layout'
import { nginxCommand, nginxHasPort } from './nginx'
import type { Preparations } from './preparations'
import { answersOk, mongoAnswers, redisAnswers } from './probes'
import type { ManagedProcess } from './process-runner'
import { redisArguments } from './redis'
import { builtFile, type ServiceProcess, serviceProcesses, startFile, variablesOf } from './service-processes'

/** The services that tests also run in another version, on the same data. */
const servicesInTwoVersions = serviceProcesses.filter(({ variables }) => variables.includes('MONGODB_URI'))

/** Names the process of the other version. */
const otherName = <Name extends ServiceProcess['name']>(name: Name) => `${name}-other` as const

export type Ports = Record<(typeof portNames)[number], number>

/** One per process, and one per further listener. `web` is Vite's dev server. */
export const portNames = [
  'mongo',
  'redis',
  ...serviceProcesses.map(({ name }) => name),
  ...servicesInTwoVersions.map(({ name }) => otherName(name)),
  'smtp',
  'inbound',
  'nginx',
  'nginx-tls',
  'nginx-status',
  'web',
] as const

type ProcessOptions = {
  layout: Layout
  machine: Machine
  ports: Ports
  variables: Variables
  prepare: Preparations
  /** Which servers this stack starts; the others run elsewhere. */
  managed: { mongo: boolean; redis: boolean; identityProvider: boolean }
  watch: boolean
  only?: readonly string[]
  /** The checkout of another version, whose services start first and then serve every second request. */
  otherVersion?: string | undefined
  /** The folder of built programs; otherwise services start from their sources. */
  programs?: string | undefined
}

function mongoProcess({ layout, machine, ports, variables, prepare }: ProcessOptions): ManagedProcess {
  return {
    name: 'mongo',
    after: [],
    logFile: layout.logFile('mongo'),
    ready: () => mongoAnswers(variables['MONGODB_URI']!),
    async command() {
      const { provider, server } = await prepare.mongo()
      return { ...server.start!(ports.mongo, layout.folder('mongo', provider.id)), env: machine.bareEnv }
    },
  }
}

function redisProcess({ layout, machine, ports, prepare }: ProcessOptions): ManagedProcess {
  return {
    name: 'redis',
    after: [],
    logFile: layout.logFile('redis'),
    ready: () => redisAnswers(ports.redis),
    async command() {
      await prepare.programs()
      const program = machine.find('redis-server')!
      return { program, args: redisArguments(layout, ports.redis), cwd: layout.folder('redis'), env: machine.bareEnv }
    },
  }
}

/**
 * In milliseconds, as in the images. Bun's allocator looks for free memory ten times a second while anything happens, a quarter of the
 * processor time of a process at rest. When garbage is collected before the limit, it returns all of it at once.
 */
const allocator = { MIMALLOC_PURGE_DELAY: '1000', MIMALLOC_PURGE_HOLES_MIN_INTERVAL: '10000' }

function serviceProcess(
  service: ServiceProcess,
  { layout, machine, ports, variables, watch, programs }: ProcessOptions,
  { name, checkout }: { name: keyof Ports; checkout: string } = { name: service.name, checkout: root },
): ManagedProcess {
  const port = ports[name]
  const env = {
    ...machine.bareEnv,
    ...allocator,
    ...variablesOf(service, {
      INBOUND_SMTP_PORT: String(ports.inbound),
      NGINX_STATUS: `127.0.0.1:${ports['nginx-status']}`,
      ...variables,
      SMTP_PORT: String(ports.smtp),
      MAIL_DIR: layout.folder('mails'),
      INBOUND_SMTP_URL: `smtp://127.0.0.1:${variables['INBOUND_SMTP_PORT'] ?? ports.inbound}`,
    }),
    LISTEN_HOST: '127.0.0.1',
    LISTEN_PORT: String(port),
  }
  const file = programs && checkout === root ? builtFile(programs, service.file) : startFile(service, checkout)
  const args = [...(watch ? ['--watch', '--no-clear-screen'] : []), file]
  return {
    name,
    after: name === service.name ? [...service.after, otherName(name)] : service.after,
    logFile: layout.logFile(name),
    ...(service.graceMs && { graceMs: service.graceMs }),
    // Tools need no other server, so they have no readiness of their own.
    ready: () => answersOk(`http://127.0.0.1:${port}/${service.file.startsWith('tools/') ? 'healthz' : 'readyz'}`),
    command: async () => ({ program: process.execPath, args, cwd: checkout, env }),
  }
}

function nginxProcess({
  layout,
  machine,
  ports,
  variables,
  prepare,
  watch,
  otherVersion,
}: ProcessOptions): ManagedProcess {
  // Vite's dev server in front of nginx has no certificate.
  const chosen = watch ? { ...variables, TLS_CERTIFICATE: '', TLS_CERTIFICATE_KEY: '' } : variables
  return {
    name: 'nginx',
    after: ['auth', 'forms', 'admin-tables'],
    logFile: layout.logFile('nginx'),
    // nginx retries for seconds when another nginx has the port; that one must not count as this one being ready.
    ready: async (pid) => nginxHasPort(layout, pid) && (await answersOk(`http://127.0.0.1:${ports.nginx}/healthz`)),
    async command() {
      await prepare.programs()
      const everySecond = otherVersion
        ? { auth: ports['auth-other'], forms: ports['forms-other'], 'admin-tables': ports['admin-tables-other'] }
        : undefined
      return nginxCommand(layout, machine, ports, { webRoot: await prepare.pages(), variables: chosen, everySecond })
    },
  }
}

function webProcess({ layout, machine, ports }: ProcessOptions): ManagedProcess {
  const env = { ...machine.bareEnv, API_ORIGIN: `http://127.0.0.1:${ports.nginx}` }
  const args = ['run', 'dev', '--port', String(ports.web), '--strictPort']
  return {
    name: 'web',
    after: ['nginx'],
    logFile: layout.logFile('web'),
    ready: () => answersOk(`http://127.0.0.1:${ports.web}/`),
    command: async () => ({ program: process.execPath, args, cwd: join(root, 'web'), env }),
  }
}

/** Every process of the product, as started on this machine. */
export function listProcesses(options: ProcessOptions): ManagedProcess[] {
  const processes = [
    ...(options.managed.mongo ? [mongoProcess(options)] : []),
    ...(options.managed.redis ? [redisProcess(options)] : []),
    ...serviceProcesses
      .filter(({ name }) => name !== 'identity-provider' || options.managed.identityProvider)
      .map((service) => serviceProcess(service, options)),
    ...(options.otherVersion ? servicesInTwoVersions : []).map((service) =>
      serviceProcess(service, options, { name: otherName(service.name), checkout: options.otherVersion! }),
    ),
    nginxProcess(options),
    ...(options.watch ? [webProcess(options)] : []),
  ].filter(({ name }) => options.only?.includes(name) ?? true)
  const names = processes.map(({ name }) => name)
  return processes.map((process) => ({ ...process, after: process.after.filter((name) => names.includes(name)) }))
}
