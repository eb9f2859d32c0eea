import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { docker } from '@app/containers/docker'
import { freePort } from '../support/free-port'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** One line of nginx's log. */
export type LogLine = { path: string; upstream: string; status: string; requestId: string }

// A busy engine takes its time, and a missing one is refused at once.
export const engineAnswers = await docker.available(process.env, 60_000)
if (!engineAnswers)
  process.stderr.write('The compose journey is skipped: no Docker engine with Compose v2 answers here.\n')

/** A Compose project with its own name, images, ports, secrets and volumes. */
export async function createProject(variables: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'compose-'))
  const envFile = join(folder, '.env')
  const name = `journey-${process.pid}`
  await writeFile(envFile, `COMPOSE_PROJECT_NAME=${name}\n`)
  // Not those of products that other suites start beside this one: containers take theirs long after they were chosen.
  const ports = {
    site: await freePort([15_000, 15_999]),
    mail: await freePort([16_000, 16_999]),
    identity: await freePort([17_000, 17_999]),
    tls: await freePort([18_000, 18_999]),
  }
  const env: Record<string, string | undefined> = {
    ...process.env,
    // All clients of a test share one address.
    EDGE_LIMIT_FACTOR: '0',
    // A test counts the inquiries that it sends.
    SEED_INQUIRIES: 'false',
    ...variables,
    COMPOSE_PROJECT_NAME: name,
    IMAGES: name,
    PORT: String(ports.site),
    MAIL_PORT: String(ports.mail),
    IDENTITY_PORT: String(ports.identity),
    PUBLIC_ORIGIN: undefined,
  }
  const options = { env, envFile }

  /** What names the project to `docker compose`. */
  const projectArguments = ['-p', name, '--env-file', envFile]

  const compose = (...args: string[]) => composeWith({}, ...args)

  /** The same, with further variables. */
  async function composeWith(more: Record<string, string>, ...args: string[]): Promise<string> {
    const all = ['compose', ...projectArguments, ...args]
    return (await run('docker', all, { cwd: root, env: { ...env, ...more }, maxBuffer: 64 * 1024 * 1024 })).stdout
  }

  /** The ids of the running containers of a service. */
  const replicas = async (service: string) => (await compose('ps', '-q', service)).trim().split('\n').filter(Boolean)

  async function inspect(id: string) {
    return JSON.parse((await run('docker', ['inspect', id])).stdout)[0]
  }

  /** The addresses of a service's containers, as nginx logs them. */
  async function addresses(service: string): Promise<string[]> {
    const containers = await Promise.all((await replicas(service)).map(inspect))
    return containers.map(({ NetworkSettings }) => `${NetworkSettings.Networks[`${name}_app`].IPAddress}:3000`).sort()
  }

  /** A secret file of a container, read from the volume that it mounts. */
  const secret = async (service: string, file: string) =>
    (await compose('run', '--rm', '-T', 'secrets', 'cat', `/secrets/${service}/${file}`)).trim()

  async function accessLog(): Promise<LogLine[]> {
    const lines = (await compose('logs', '--no-log-prefix', 'nginx')).split('\n')
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  }

  async function remove() {
    await compose('down', '-v', '--remove-orphans')
    const { stdout } = await run('docker', ['images', '--format', '{{.Repository}}:{{.Tag}}', `${name}/*`])
    if (stdout.trim()) await run('docker', ['rmi', ...stdout.trim().split('\n')])
    await rm(folder, { recursive: true })
  }

  return {
    options,
    arguments: projectArguments,
    env,
    folder,
    ports,
    compose,
    composeWith,
    replicas,
    inspect,
    addresses,
    accessLog,
    secret,
    remove,
    root,
  }
}
