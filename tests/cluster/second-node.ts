import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = async (program: string, ...args: string[]) =>
  (await promisify(execFile)(program, args, { maxBuffer: 16 * 1024 * 1024 })).stdout.trim()

/** On the cable between the two: this machine, and the second node. */
const addresses = { first: '10.77.31.1', second: '10.77.31.2' }
const network = 'archery-node'
const cable = { first: 'archery-a', second: 'archery-b' }

function works(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Where the nodes of a swarm find this machine. */
export const firstAddress = addresses.first

/** Lays the cable to the second node. Returns false where that takes rights or programs that are missing here. */
export function layCable(): boolean {
  if (process.getuid?.() !== 0 || !works('dockerd', '--version') || !works('nsenter', '--version')) return false
  removeCable()
  const steps = [
    ['netns', 'add', network],
    ['link', 'add', cable.first, 'type', 'veth', 'peer', 'name', cable.second, 'netns', network],
    ['addr', 'add', `${addresses.first}/24`, 'dev', cable.first],
    ['link', 'set', cable.first, 'up'],
    ['-n', network, 'addr', 'add', `${addresses.second}/24`, 'dev', cable.second],
    ['-n', network, 'link', 'set', cable.second, 'up'],
    ['-n', network, 'link', 'set', 'lo', 'up'],
  ]
  return steps.every((step) => works('ip', ...step))
}

/** Whether the kernel encrypts what swarms encrypt between nodes; those of small virtual machines may not. */
export function encrypts(): boolean {
  const between = ['src', addresses.first, 'dst', addresses.second, 'proto', 'esp', 'spi', '0x1']
  const key = `0x${'1'.repeat(40)}`
  const state = (verb: string, ...more: string[]) =>
    works('ip', '-n', network, 'xfrm', 'state', verb, ...between, ...more)
  return state('add', 'mode', 'transport', 'aead', 'rfc4106(gcm(aes))', key, '64') && state('delete')
}

/** The kernel removes the other end with it, though not at once. */
export function removeCable(): void {
  works('ip', 'link', 'del', cable.first)
  works('ip', 'netns', 'del', network)
}

/** A second engine on this machine, in a network of its own, that joins the swarm of the first as a node. */
export async function startSecondNode() {
  const folder = mkdtempSync(join(tmpdir(), 'node-'))
  const socket = `unix://${folder}/docker.sock`
  const log = openSync(join(folder, 'log'), 'w')
  const places = ['--data-root', `${folder}/data`, '--exec-root', `${folder}/run`, '--pidfile', `${folder}/pid`]
  const engine = spawn('nsenter', [`--net=/run/netns/${network}`, 'dockerd', ...places, '--host', socket], {
    stdio: ['ignore', log, log],
  })
  const ended = new Promise((done) => engine.once('exit', done))
  const docker = (...args: string[]) => run('docker', '--host', socket, ...args)
  for (let tries = 0; ; tries++) {
    const isUp = await docker('info').then(
      () => true,
      () => false,
    )
    if (isUp) break
    if (tries > 120 || engine.exitCode !== null) throw new Error(await run('tail', '-n', '5', join(folder, 'log')))
    await Bun.sleep(500)
  }
  const token = await run('docker', 'swarm', 'join-token', '--quiet', 'worker')
  await docker('swarm', 'join', '--token', token, '--advertise-addr', addresses.second, `${addresses.first}:2377`)
  return {
    id: await docker('info', '--format', '{{.Swarm.NodeID}}'),
    /** As from a registry, which has no place on this machine. */
    load: (images: string[]) => run('bash', '-c', `docker save ${images.join(' ')} | docker --host ${socket} load`),
    /** The services of which containers run here. */
    async services(): Promise<string[]> {
      const format = '{{.Label "com.docker.swarm.service.name"}}'
      return (await docker('ps', '--format', format)).split('\n').filter(Boolean).sort()
    },
    async remove(): Promise<void> {
      await docker('swarm', 'leave', '--force').catch(() => {})
      engine.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
