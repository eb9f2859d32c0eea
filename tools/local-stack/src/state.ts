import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './file-lock'
import type { Layout } from './layout'
import type { PartStatus } from './part'
import { type Ports, portNames } from './parts'
import { choosePorts } from './ports'
import { endGroup, identify, isAlive, type ProcessId } from './process-identity'
import { writeWhole } from './write-whole'

/** What other commands need to know of a running stack. */
export type StackState = {
  phase: 'starting' | 'ready' | 'stopping' | 'failed'
  supervisor: ProcessId
  parts: Record<string, { status: PartStatus; process?: ProcessId }>
  ports: Ports
  urls: { site: string; mail: string }
  admins: string
  /** Which MongoDB serves, and why. */
  database: string
  /** What the start has said so far. */
  lines: string[]
  failure?: string
}

export function readState(layout: Layout): StackState | undefined {
  const file = layout.stateFile()
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

export const writeState = (layout: Layout, state: StackState) =>
  writeWhole(layout.stateFile(), JSON.stringify(state, null, 2))

export const forgetState = (layout: Layout) => rmSync(layout.stateFile(), { force: true })

/** The state of a stack whose supervisor lives. */
export function readLiveState(layout: Layout): StackState | undefined {
  const state = readState(layout)
  return isAlive(state?.supervisor) ? state : undefined
}

/** Thrown where a stack runs already on the same data. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning'
}

type Claim = {
  port?: number | undefined
  watch?: boolean
  /** That the site has a certificate, and the port asked for it. */
  tls?: { port?: number | undefined } | undefined
}

/** Takes possession of the data folder: one stack at a time, leftovers of a dead one ended, ports chosen. */
export function claim(layout: Layout, { port, watch, tls }: Claim): Promise<StackState> {
  return withLock(join(layout.folder('run'), 'claim.lock'), async () => {
    const live = readLiveState(layout)
    if (live && live.phase !== 'failed') throw new AlreadyRunning(`A stack runs on ${layout.dataDir} already`)
    const ended = await endOrphans(layout)
    const before = existsSync(layout.portsFile()) ? JSON.parse(readFileSync(layout.portsFile(), 'utf8')) : {}
    const front = watch ? 'web' : 'nginx'
    const asked = {
      ...(port !== undefined && { [front]: port }),
      ...(tls?.port !== undefined && { 'nginx-tls': tls.port }),
    }
    const ports = await choosePorts(portNames, before, asked)
    const site = tls ? `https://localhost:${ports['nginx-tls']}` : `http://localhost:${ports[front]}`
    writeWhole(layout.portsFile(), JSON.stringify(ports))
    const state: StackState = {
      phase: 'starting',
      supervisor: identify(process.pid),
      parts: {},
      ports,
      urls: { site, mail: `http://127.0.0.1:${ports['mail-box']}` },
      admins: '',
      database: '',
      lines: ended.length ? [`Ended what an earlier run had left behind: ${ended.join(', ')}`] : [],
    }
    writeState(layout, state)
    return state
  })
}

/** Ends what a supervisor left behind that died without ending its parts. Returns their names. */
export async function endOrphans(layout: Layout): Promise<string[]> {
  const parts = Object.entries(readState(layout)?.parts ?? {})
  const orphans = parts.flatMap(([name, { process }]) => (isAlive(process) ? [{ name, process }] : []))
  await Promise.all(orphans.map(({ process }) => endGroup(process)))
  forgetState(layout)
  return orphans.map(({ name }) => name)
}
