import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { builtFile } from '@app/local-stack/service-processes'
import { builtPrograms } from './built-programs'
import { freePort } from './free-port'
import { until } from './until'

/** A service needs up to 35 s to shut down gracefully. */
const graceMs = 40_000

const root = resolve(import.meta.dirname, '../..')
const files = {
  auth: 'services/auth/src/index.ts',
  forms: 'services/forms/src/index.ts',
  'email-worker': 'services/forms/src/worker.ts',
  'admin-tables': 'services/admin-tables/src/index.ts',
} as const

export type Replica = {
  url: string
  pid: number
  /** Resolves with the exit code or signal. */
  exited: Promise<number | NodeJS.Signals | null>
  signal(name: NodeJS.Signals): void
  /** Sends the signal and waits for the exit; kills the process after 40 s. */
  stop(name?: NodeJS.Signals): Promise<void>
}

/** Starts one more process of the product with these variables, as built or from `file`; resolves when it is ready. */
export async function startReplica(
  part: keyof typeof files,
  env: Record<string, string>,
  { port, logFile, file }: { port?: number; logFile?: string; file?: string } = {},
): Promise<Replica> {
  const listenPort = port ?? (await freePort())
  const program = file ?? builtFile(await builtPrograms(), files[part])
  const log = logFile ? openSync(logFile, 'a') : 'ignore'
  const child: ChildProcess = spawn(process.execPath, [resolve(root, program)], {
    cwd: root,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH ?? '', ...env, LISTEN_HOST: '127.0.0.1', LISTEN_PORT: String(listenPort) },
  })
  if (typeof log === 'number') closeSync(log)
  let ended = false
  const exited = new Promise<number | NodeJS.Signals | null>((done) =>
    child.once('exit', (code, signal) => {
      ended = true
      done(signal ?? code)
    }),
  )
  const url = `http://127.0.0.1:${listenPort}`
  try {
    await until(`${part} to be ready`, async () => ended || (await fetch(`${url}/readyz`)).ok)
  } catch (error) {
    child.kill('SIGKILL')
    await exited
    throw error
  }
  if (ended) throw new Error(`${part} ended while starting`)
  return {
    url,
    pid: child.pid!,
    exited,
    signal: (name) => void child.kill(name),
    async stop(name = 'SIGTERM') {
      if (!ended) child.kill(name)
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await exited
      clearTimeout(timer)
    },
  }
}
