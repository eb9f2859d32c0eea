import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { root } from '@app/installer/checkout'
import { type DockerOptions, projectArguments, projectName } from './compose-project'
import { exitCode, runProgram, type Streams } from './run-program'

/** The answer of an engine decides how the product starts, so a hanging one must not delay it for long. */
const probeTimeoutMs = 6_000
const queryTimeoutMs = 30_000
const selfCheckTimeoutMs = 120_000

/** Returns the output, or undefined when the command fails or times out. */
async function capture(
  args: readonly string[],
  env: DockerOptions['env'],
  { cwd = tmpdir(), timeoutMs = queryTimeoutMs } = {},
) {
  const child = spawn('docker', args, { env, cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const code = await exitCode(child)
  clearTimeout(timer)
  return code === 0 ? output.trim() : undefined
}

/** Runs `docker` in the caller's terminal. */
async function run(args: readonly string[], { env }: DockerOptions, cwd: string, streams?: Streams): Promise<void> {
  const code = await runProgram('docker', args, { env, cwd, ...streams })
  if (code !== 0) throw new Error(`\`docker ${args.join(' ')}\` failed (exit code ${code})`)
}

const inProject = (args: readonly string[], options: DockerOptions, streams?: Streams) =>
  run(['compose', ...projectArguments(options), ...args], options, root, streams)

/** Where a command on running containers starts: with a project name it needs no files, so incomplete ones do no harm. */
function runningProject(options: DockerOptions) {
  const name = projectName(options)
  return name ? { args: ['-p', name], cwd: tmpdir() } : { args: projectArguments(options), cwd: root }
}

function onRunning(args: readonly string[], options: DockerOptions) {
  const project = runningProject(options)
  return run(['compose', ...project.args, ...args], options, project.cwd)
}

function captureOnRunning(args: readonly string[], options: DockerOptions) {
  const project = runningProject(options)
  return capture(['compose', ...project.args, ...args], options.env, { cwd: project.cwd })
}

const publishedPort = async (service: string, port: number, options: DockerOptions) =>
  (await captureOnRunning(['port', service, String(port)], options))?.split(':').at(-1)

const lines = (text = '') => [...new Set(text.split('\n').filter(Boolean))]

const containers = async (filters: readonly string[], options: DockerOptions) =>
  lines(await captureOnRunning(['ps', '-q', ...filters], options))

const projectLabel = 'com.docker.compose.project'
/** The values of a label of containers. */
const labels = async (label: string, args: readonly string[], env: DockerOptions['env']) =>
  lines(await capture(['ps', ...args, '--format', `{{.Label "${label}"}}`], env))

/** Reads a path of a service that is reachable inside its network only. */
const readPath = (path: string) =>
  `exec 3<>/dev/tcp/127.0.0.1/3000; printf 'GET ${path} HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3; cat <&3`
const readMetrics = readPath('/metrics')

/** Their ids are of no use on the screen, and an interrupted restore would leave services stopped. */
const quietly: Streams = { output: 'ignore', detached: true }

/** Services that end when their work at the start is done. */
const onceAtStart = ['secrets', 'replica-set']

/** `version`: of its image, where it is one of the product's. */
export type Replica = { id: string; service: string; ready: boolean; status: string; version?: string | undefined }

/** The product in containers. */
export const docker = {
  /** True if a Docker engine answers in time and has Compose 2 or later. */
  async available(env: DockerOptions['env'], timeoutMs = probeTimeoutMs): Promise<boolean> {
    const [engine, version] = await Promise.all([
      capture(['version', '--format', '{{.Server.Version}}'], env, { timeoutMs }),
      capture(['compose', 'version', '--short'], env, { timeoutMs }),
    ])
    return Boolean(engine) && Number(version?.replace(/^v/, '').split('.')[0]) >= 2
  },

  /** The Compose projects that have containers of the checkout in `folder`. */
  projectsOf: (folder: string, env: DockerOptions['env']): Promise<string[]> =>
    labels(projectLabel, ['-a', '--filter', `label=${projectLabel}.working_dir=${folder}`], env),

  /** The checkouts whose containers belong to the project. */
  foldersOf: (project: string, env: DockerOptions['env']): Promise<string[]> =>
    labels(`${projectLabel}.working_dir`, ['-a', '--filter', `label=${projectLabel}=${project}`], env),

  /** The Compose projects whose containers publish a port of this machine. */
  publishersOf: (port: number, env: DockerOptions['env']): Promise<string[]> =>
    labels(projectLabel, ['--filter', `publish=${port}`], env),

  /**
   * Builds and starts everything and returns when all of it is healthy. When aborted, stops what it started. Without `build`
   * only missing images are built.
   */
  async up(options: DockerOptions, { build = true } = {}): Promise<void> {
    try {
      await inProject(['up', ...(build ? ['--build'] : []), '--wait'], options)
      options.signal?.throwIfAborted()
    } catch (error) {
      if (options.signal?.aborted) await onRunning(['down'], options)
      throw error
    }
  },

  /** Removes all containers; volumes and their data stay. */
  down: (options: DockerOptions): Promise<void> => onRunning(['down'], options),

  /** Builds the image of the backup tool. Progress goes to stderr: standard output is for archives. */
  buildBackup: (options: DockerOptions): Promise<void> =>
    inProject(['build', 'backup'], options, { output: process.stderr.fd }),

  /** Runs a container once, and starts what it depends on. */
  once: (args: readonly string[], options: DockerOptions, streams?: Streams): Promise<void> =>
    inProject(['run', '--rm', '-T', ...args], options, streams),

  /** The same while that runs, which saves the seconds of looking at it. */
  onceBeside: (args: readonly string[], options: DockerOptions, streams?: Streams): Promise<void> =>
    inProject(['run', '--rm', '-T', '--no-deps', ...args], options, streams),

  /** Replaces the session key of the development containers. */
  rotateDevelopmentKeys: (options: DockerOptions): Promise<void> =>
    inProject(['run', '--rm', '-T', 'secrets', 'bun', 'development.js', 'rotate'], options),

  /** Lets the development containers know that their database has its identity. */
  confirmDevelopment: (options: DockerOptions): Promise<void> =>
    inProject(['run', '--rm', '-T', 'secrets', 'bun', 'development.js', 'confirm'], options),

  /** The containers of these services, also those that are stopped. */
  containersOf: (services: readonly string[], options: DockerOptions) => containers(['-a', ...services], options),

  /** True if a container of one of these services runs. */
  isRunning: async (services: readonly string[], options: DockerOptions) =>
    (await containers(services, options)).length > 0,

  /** True if the bundled MongoDB runs: one server, or a member of the replica set. */
  async mongoRuns(options: DockerOptions): Promise<boolean> {
    const services = ['mongo', 'mongo-1', 'mongo-2', 'mongo-3']
    // One at a time: a project without one of these has no answer about the others.
    const found = await Promise.all(services.map((service) => containers([service], options)))
    return found.flat().length > 0
  },

  /** Stops containers, or starts them again, all at once and without a look at what they depend on. */
  stop: (containers: readonly string[], options: DockerOptions) =>
    Promise.all(containers.map((container) => run(['stop', container], options, root, quietly))),
  start: (containers: readonly string[], options: DockerOptions) =>
    Promise.all(containers.map((container) => run(['start', container], options, root, quietly))),

  /** Prints and follows the logs of all containers. */
  logs: (options: DockerOptions): Promise<void> => onRunning(['logs', '--follow', '--tail', '200'], options),

  /** Prints the last lines of a service's log. */
  lastLog: (service: string, options: DockerOptions): Promise<void> =>
    onRunning(['logs', '--no-log-prefix', '--tail', '20', service], options),

  /** The containers of the product and their state. */
  async replicas(options: DockerOptions): Promise<Replica[]> {
    return lines(await captureOnRunning(['ps', '-a', '--format', 'json'], options))
      .map((line) => JSON.parse(line) as { ID: string; Service: string; State: string; Health: string; Labels: string })
      .filter(({ Service }) => !onceAtStart.includes(Service))
      .map(({ ID, Service, State, Health, Labels }) => ({
        id: ID,
        service: Service,
        version: /(?:^|,)org\.opencontainers\.image\.version=([^,]+)/.exec(Labels)?.[1],
        status: Health || State,
        ready: State === 'running' && (Health || 'healthy') === 'healthy',
      }))
  },

  /** The number of restarts of each of these containers by the engine, in their order. */
  async restartsOf(containers: readonly string[], env: DockerOptions['env']): Promise<number[]> {
    const counts = await capture(['inspect', '--format', '{{.RestartCount}}', ...containers], env)
    return (counts ?? '').split('\n').map(Number)
  },

  /** Waits until the replicas of these services are ready, of all without any named. Returns the services that are not in time. */
  async untilReady(options: DockerOptions, timeoutMs: number, services?: readonly string[]): Promise<string[]> {
    const end = performance.now() + timeoutMs
    async function late(): Promise<string[]> {
      const unready = (await docker.replicas(options)).filter(({ ready }) => !ready).map(({ service }) => service)
      return [...new Set(unready)].filter((service) => services?.includes(service) ?? true)
    }
    let found = await late()
    while (found.length > 0 && performance.now() < end) {
      await Bun.sleep(250)
      found = await late()
    }
    return found
  },

  /** The metrics of one replica of a service. */
  metricsOf: (service: string, options: DockerOptions): Promise<string | undefined> =>
    captureOnRunning(['exec', '-T', service, 'bash', '-c', readMetrics], options),

  /** The metrics of the service in a container. */
  metricsIn: (container: string, env: DockerOptions['env']): Promise<string | undefined> =>
    capture(['exec', container, 'bash', '-c', readMetrics], env),

  /** The self-check of the service in a container: status line, headers and body. Undefined when it cannot be asked. */
  selfCheckIn: (container: string, env: DockerOptions['env']): Promise<string | undefined> =>
    capture(['exec', container, 'bash', '-c', readPath('/selfcheck')], env, { timeoutMs: selfCheckTimeoutMs }),

  /** The addresses of the running product; empty when it is not running. */
  async urls(options: DockerOptions): Promise<Record<string, string>> {
    const [site, mail] = await Promise.all([
      publishedPort('edge', 8080, options),
      publishedPort('mail-box', 3000, options),
    ])
    return {
      ...(site ? { site: `http://localhost:${site}` } : {}),
      ...(mail ? { mail: `http://localhost:${mail}` } : {}),
    }
  },
}
