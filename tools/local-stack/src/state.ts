import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '@app/installer/file-lock'
import { identify, isAlive, type ProcessId, stopGroup } from '@app/installer/process-identity'
import { replaceFile } from '@app/secrets/env-file'
import type { Layout } from './layout'
import { choosePorts } from './ports'
import { type Ports, portNames } from './process-list'
import type { ProcessStatus } from './process-runner'

/** Facts that other commands need about a running stack. */
export type StackState = {
  phase: 'starting' | 'ready' | 'stopping' | 'failed'
  supervisor: ProcessId
  processes: Record<string, { status: ProcessStatus; process?: ProcessId }>
  ports: Ports
  urls: { site: string; mail: string }
  admins: string
  /** Which MongoDB is in use, and why. */
  database: string
  /** Progress of the start so far. */
  lines: string[]
  failure?: string
}

export function readState(layout: Layout): StackState | undefined {
  const file = layout.stateFile()
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

export const writeState = (layout: Layout, state: StackState) =>
  replaceFile(layout.stateFile(), JSON.stringify(state, null, 2))

export const forgetState = (layout: Layout) => rmSync(layout.stateFile(), { force: true })

/** The state of a stack whose supervisor is running. */
export function readLiveState(layout: Layout): StackState | undefined {
  const state = readState(layout)
  return isAlive(state?.supervisor) ? state : undefined
}

/** A stack is already running on this data folder. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning'
}

type Claim = {
  port?: number | undefined
  watch?: boolean
  /** Set when the site has a certificate; `port` is the requested HTTPS port. */
  tls?: { port?: number | undefined } | undefined
}

/** Claims the data folder: one stack at a time; stops orphans of a dead one; chooses ports. */
export function claim(layout: Layout, { port, watch, tls }: Claim): Promise<StackState> {
  return withLock(join(layout.folder('run'), 'claim.lock'), async () => {
    const live = readLiveState(layout)
    if (live && live.phase !== 'failed') throw new AlreadyRunning(`A stack is already running on ${layout.dataDir}`)
    const stopped = await stopOrphans(layout)
    const previous = existsSync(layout.portsFile()) ? JSON.parse(readFileSync(layout.portsFile(), 'utf8')) : {}
    const front = watch ? 'web' : 'nginx'
    const requested = {
      ...(port !== undefined && { [front]: port }),
      ...(tls?.port !== undefined && { 'nginx-tls': tls.port }),
    }
    const ports = await choosePorts(portNames, previous, requested)
    const site = tls ? `https://localhost:${ports['nginx-tls']}` : `http://localhost:${ports[front]}`
    replaceFile(layout.portsFile(), JSON.stringify(ports))
    const state: StackState = {
      phase: 'starting',
      supervisor: identify(process.pid),
      processes: {},
      ports,
      urls: { site, mail: `http://127.0.0.1:${ports['mail-box']}` },
      admins: '',
      database: '',
      lines: stopped.length ? [`Stopped processes of an earlier run: ${stopped.join(', ')}`] : [],
    }
    writeState(layout, state)
    return state
  })
}

/** Stops the processes of a supervisor that has ended, and returns their names. */
export async function stopOrphans(layout: Layout): Promise<string[]> {
  const processes = Object.entries(readState(layout)?.processes ?? {})
  const orphans = processes.flatMap(([name, { process }]) => (isAlive(process) ? [{ name, process }] : []))
  await Promise.all(orphans.map(({ process }) => stopGroup(process)))
  forgetState(layout)
  return orphans.map(({ name }) => name)
}
