import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { root } from './layout'

export type DockerOptions = {
  /** The caller's whole environment: what Docker needs to find its engine, and the variables that win over the file. */
  env: Record<string, string | undefined>
  /** Where the secrets stand; see env-file.ts. */
  envFile: string
  signal?: AbortSignal
}

type Caller = { environment: DockerOptions['env']; envFile: string }
export const optionsOf = ({ environment, envFile }: Caller): DockerOptions => ({ env: environment, envFile })

const patience = 3_000
const project = ({ env }: Pick<DockerOptions, 'env'>) => env.COMPOSE_PROJECT_NAME || 'archery-school'

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** What the command writes, or nothing when it fails or takes longer than three seconds. */
async function ask(args: readonly string[], env: DockerOptions['env']): Promise<string | undefined> {
  const child = spawn('docker', args, { env, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const tooLong = setTimeout(() => child.kill('SIGKILL'), patience)
  const code = await ended(child)
  clearTimeout(tooLong)
  return code === 0 ? output.trim() : undefined
}

/** Runs `docker compose` in the caller's terminal, so that its progress shows as it is made to. */
async function compose(
  args: readonly string[],
  { env }: DockerOptions,
  cwd: string,
  output: number | 'inherit' = 'inherit',
): Promise<void> {
  const stdio: StdioOptions = ['ignore', output, 'inherit']
  const code = await ended(spawn('docker', ['compose', ...args], { env, cwd, stdio }))
  if (code !== 0) throw new Error(`\`docker compose ${args.join(' ')}\` failed (exit code ${code})`)
}

// Only `up` reads docker-compose.yml. The rest goes by the project's name, from a folder without that file: there it
// works on what really runs, and needs no secrets to do so.
const byName = (args: readonly string[], options: DockerOptions) =>
  compose(['-p', project(options), ...args], options, tmpdir())

async function publishedPort(service: string, port: number, options: DockerOptions): Promise<string | undefined> {
  const address = await ask(['compose', '-p', project(options), 'port', service, String(port)], options.env)
  return address?.split(':').at(-1)
}

/** The product in containers, as docker-compose.yml describes it. */
export const docker = {
  /** Whether a Docker engine answers within three seconds and its Compose is version 2 or later. */
  async available(env: DockerOptions['env']): Promise<boolean> {
    const [engine, version] = await Promise.all([
      ask(['version', '--format', '{{.Server.Version}}'], env),
      ask(['compose', 'version', '--short'], env),
    ])
    return Boolean(engine) && Number(version?.replace(/^v/, '').split('.')[0]) >= 2
  },

  /** Builds and starts everything and returns when all of it is healthy. Aborted, it ends what it started. */
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

  /** Ends all containers; the volumes, and with them the data, stay. */
  down: (options: DockerOptions): Promise<void> => byName(['down'], options),

  /** Runs the container for backups once, with these options and this command. Its output may go to an open file. */
  async once(args: readonly string[], options: DockerOptions, output?: number): Promise<void> {
    const inProject = ['-p', project(options), '--env-file', options.envFile]
    // Apart, and beside the output: what a build tells would get into it.
    await compose([...inProject, 'build', 'backup'], options, root, process.stderr.fd)
    await compose([...inProject, 'run', '--rm', '-T', ...args], options, root, output)
  },

  /** Ends these services, or starts them again as they were. */
  stop: (services: readonly string[], options: DockerOptions) => byName(['stop', ...services], options),
  start: (services: readonly string[], options: DockerOptions) => byName(['start', ...services], options),

  /** Shows the logs of all parts and follows them until the caller ends. */
  logs: (options: DockerOptions): Promise<void> => byName(['logs', '--follow', '--tail', '200'], options),

  /** Where the running product is to be found; empty when it does not run. */
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
