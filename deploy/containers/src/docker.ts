import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { root } from '@app/installer/checkout'

export type DockerOptions = {
  /** The caller's environment: locates the engine, and overrides the env file. */
  env: Record<string, string | undefined>
  /** Variables of the project. */
  envFile: string
  signal?: AbortSignal
}

type Caller = { environment: DockerOptions['env']; envFile: string }
export const optionsOf = ({ environment, envFile }: Caller): DockerOptions => ({ env: environment, envFile })

const timeoutMs = 3_000
const project = ({ env }: Pick<DockerOptions, 'env'>) => env.COMPOSE_PROJECT_NAME || 'archery-school'

function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** Returns the output, or undefined when the command fails or takes longer than 3 s. */
async function capture(args: readonly string[], env: DockerOptions['env']): Promise<string | undefined> {
  const child = spawn('docker', args, { env, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const code = await exitCode(child)
  clearTimeout(timer)
  return code === 0 ? output.trim() : undefined
}

/** Runs `docker compose` in the caller's terminal. */
async function compose(
  args: readonly string[],
  { env }: DockerOptions,
  cwd: string,
  output: number | 'inherit' = 'inherit',
): Promise<void> {
  const stdio: StdioOptions = ['ignore', output, 'inherit']
  const code = await exitCode(spawn('docker', ['compose', ...args], { env, cwd, stdio }))
  if (code !== 0) throw new Error(`\`docker compose ${args.join(' ')}\` failed (exit code ${code})`)
}

// Only `up` reads docker-compose.yml. Other commands use the project name from a folder without that file: they act on
// the running containers and need no variables.
const byName = (args: readonly string[], options: DockerOptions) =>
  compose(['-p', project(options), ...args], options, tmpdir())

async function publishedPort(service: string, port: number, options: DockerOptions): Promise<string | undefined> {
  const address = await capture(['compose', '-p', project(options), 'port', service, String(port)], options.env)
  return address?.split(':').at(-1)
}

/** The product in containers. */
export const docker = {
  /** Whether a Docker engine answers within 3 s and has Compose 2 or later. */
  async available(env: DockerOptions['env']): Promise<boolean> {
    const [engine, version] = await Promise.all([
      capture(['version', '--format', '{{.Server.Version}}'], env),
      capture(['compose', 'version', '--short'], env),
    ])
    return Boolean(engine) && Number(version?.replace(/^v/, '').split('.')[0]) >= 2
  },

  /** Builds and starts everything and returns when all of it is healthy. When aborted, stops what it started. */
  async up(options: DockerOptions): Promise<void> {
    const started = ['--profile', 'dev', 'up', '--build', '--wait', '-d']
    const args = ['-p', project(options), '--env-file', options.envFile, ...started]
    try {
      await compose(args, options, root)
      options.signal?.throwIfAborted()
    } catch (error) {
      if (options.signal?.aborted) await byName(['down'], options)
      throw error
    }
  },

  /** Removes all containers; volumes and their data stay. */
  down: (options: DockerOptions): Promise<void> => byName(['down'], options),

  /** Runs the backup container once. @param output a file descriptor for its output */
  async once(args: readonly string[], options: DockerOptions, output?: number): Promise<void> {
    const inProject = ['-p', project(options), '--env-file', options.envFile]
    // Built separately, with progress on stderr: `output` must contain the archive only.
    await compose([...inProject, 'build', 'backup'], options, root, process.stderr.fd)
    await compose([...inProject, 'run', '--rm', '-T', ...args], options, root, output)
  },

  /** Stops these services, or starts the stopped containers again. */
  stop: (services: readonly string[], options: DockerOptions) => byName(['stop', ...services], options),
  start: (services: readonly string[], options: DockerOptions) => byName(['start', ...services], options),

  /** Prints and follows the logs of all containers. */
  logs: (options: DockerOptions): Promise<void> => byName(['logs', '--follow', '--tail', '200'], options),

  /** The addresses of the running product; empty when it is not running. */
  async urls(options: DockerOptions): Promise<Record<string, string>> {
    const [site, mail] = await Promise.all([
      publishedPort('nginx', 8080, options),
      publishedPort('mail-box', 3000, options),
    ])
    return {
      ...(site ? { site: `http://localhost:${site}` } : {}),
      ...(mail ? { mail: `http://localhost:${mail}` } : {}),
    }
  },
}
