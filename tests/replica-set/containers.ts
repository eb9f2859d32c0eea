import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port'

const run = promisify(execFile)
const compose = readFileSync(resolve(import.meta.dirname, '../../docker-compose.yml'), 'utf8')

/** The image that production runs. */
function imageOf(repository: string): string {
  const [, image] = new RegExp(`^ +image: (${repository}:\\S+)$`, 'm').exec(compose) ?? []
  if (!image) throw new Error(`docker-compose.yml names no image of ${repository}`)
  return image
}

export type Container = Awaited<ReturnType<typeof startContainer>>

/** A server in a container of its own, on a port of this machine. */
export async function startContainer(repository: 'mongo' | 'redis', command: (port: number) => string[]) {
  const port = await freePort([15_000, 18_999])
  const name = `${repository}-${process.pid}-${port}`
  const docker = async (...args: string[]) => void (await run('docker', args))
  await docker('run', '--detach', '--network', 'host', '--name', name, imageOf(repository), ...command(port))
  return {
    port,
    address: `127.0.0.1:${port}`,
    /** As a crash of the machine: nothing is finished or said. */
    kill: () => docker('kill', '--signal', 'KILL', name),
    /** With the data that it had. */
    start: () => docker('start', name),
    restart: () => docker('restart', name),
    remove: () => docker('rm', '--force', '--volumes', name),
  }
}
