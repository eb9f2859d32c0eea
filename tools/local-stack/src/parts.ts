import { join } from 'node:path'
import type { Variables } from './env-file'
import { type Layout, root } from './layout'
import type { Machine } from './machine'
import { nginxCommand, nginxHasPort } from './nginx'
import type { Part } from './part'
import type { Preparations } from './preparations'
import { answersOk, mongoAnswers, redisAnswers } from './probes'
import { redisArguments } from './redis'
import { type ServicePart, serviceParts, startFile, variablesOf } from './service-parts'

export type Ports = Record<(typeof portNames)[number], number>

/** One for each part, and for what else listens. `web` is Vite's dev server. */
export const portNames = [
  'mongo',
  'redis',
  ...serviceParts.map(({ name }) => name),
  'smtp',
  'nginx',
  'nginx-tls',
  'web',
] as const

type Plan = {
  layout: Layout
  machine: Machine
  ports: Ports
  variables: Variables
  prepare: Preparations
  /** Which servers are ours to start; the others run already. */
  own: { mongo: boolean; redis: boolean; identityProvider: boolean }
  watch: boolean
  only?: readonly string[]
}

function mongoPart({ layout, machine, ports, variables, prepare }: Plan): Part {
  return {
    name: 'mongo',
    after: [],
    logFile: layout.logFile('mongo'),
    ready: () => mongoAnswers(variables['MONGODB_URI']!),
    async command() {
      const { way, server } = await prepare.mongo()
      return { ...server.start!(ports.mongo, layout.folder('mongo', way.id)), env: machine.bareEnv }
    },
  }
}

function redisPart({ layout, machine, ports, prepare }: Plan): Part {
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

function servicePart(part: ServicePart, { layout, machine, ports, variables, watch }: Plan): Part {
  const port = ports[part.name]
  const env = {
    ...machine.bareEnv,
    ...variablesOf(part, { ...variables, SMTP_PORT: String(ports.smtp), MAIL_DIR: layout.folder('mails') }),
    LISTEN_HOST: '127.0.0.1',
    LISTEN_PORT: String(port),
  }
  const args = [...(watch ? ['--watch', '--no-clear-screen'] : []), startFile(part)]
  return {
    name: part.name,
    after: part.after,
    logFile: layout.logFile(part.name),
    ...(part.grace && { grace: part.grace }),
    ready: () => answersOk(`http://127.0.0.1:${port}${part.readyPath}`),
    command: async () => ({ program: process.execPath, args, cwd: root, env }),
  }
}

function nginxPart({ layout, machine, ports, variables, prepare, watch }: Plan): Part {
  // Vite's dev server in front of it speaks in the clear.
  const chosen = watch ? { ...variables, TLS_CERTIFICATE: '', TLS_CERTIFICATE_KEY: '' } : variables
  return {
    name: 'nginx',
    after: ['auth', 'forms', 'admin-tables'],
    logFile: layout.logFile('nginx'),
    // It tries for seconds to get a port that another nginx holds, which answers meanwhile.
    ready: async (pid) => nginxHasPort(layout, pid) && (await answersOk(`http://127.0.0.1:${ports.nginx}/healthz`)),
    async command() {
      await prepare.programs()
      return nginxCommand(layout, machine, ports, await prepare.pages(), chosen)
    },
  }
}

function webPart({ layout, machine, ports }: Plan): Part {
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

/** Every process of the product on this machine. */
export function buildParts(plan: Plan): Part[] {
  const parts = [
    ...(plan.own.mongo ? [mongoPart(plan)] : []),
    ...(plan.own.redis ? [redisPart(plan)] : []),
    ...serviceParts
      .filter(({ name }) => name !== 'identity-provider' || plan.own.identityProvider)
      .map((part) => servicePart(part, plan)),
    nginxPart(plan),
    ...(plan.watch ? [webPart(plan)] : []),
  ].filter(({ name }) => plan.only?.includes(name) ?? true)
  const names = parts.map(({ name }) => name)
  return parts.map((part) => ({ ...part, after: part.after.filter((name) => names.includes(name)) }))
}
