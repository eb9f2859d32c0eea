import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const checkout = resolve(import.meta.dirname, '../..')

/** What a newcomer's shell has: none of the product's variables. */
const kept =
  /^(PATH|HOME|USER|LANG|TMPDIR|TZ|TOOLS_DIR|DOCKER_\w+|(https?|no|all)_proxy|\w*CERT\w*|(PIP|NPM_CONFIG)_\w+)$/i
const newcomer = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    kept.test(name) && value !== undefined ? [[name, value]] : [],
  ),
)
// Without the programs that CI adds for the other suites.
if (process.env.NEWCOMER_PATH) newcomer['PATH'] = process.env.NEWCOMER_PATH

/** The commands in the first fenced block of the README, as typed. */
export const firstCommands = (): string[] =>
  (/```sh\n([\s\S]*?)```/.exec(readFileSync(join(checkout, 'README.md'), 'utf8'))?.[1] ?? '')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(Boolean)

/** A fresh clone of the committed state in a folder of its own. */
export async function createClone() {
  const folder = realpathSync(await mkdtemp(join(tmpdir(), 'first-start-')))
  await run('git', ['clone', '--quiet', checkout, folder])
  return cloneIn(folder)
}

/** A checkout to type commands in. */
export function cloneIn(folder: string) {
  /** Types a command; its exit code and all it printed. */
  async function type(command: string, env: Record<string, string> = {}) {
    const [program = '', ...args] = command.split(' ')
    const options = { cwd: folder, env: { ...newcomer, ...env }, maxBuffer: 64 * 1024 * 1024 }
    try {
      const { stdout, stderr } = await run(program, args, options)
      return { code: 0, text: stdout + stderr }
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, text: `${stdout}${stderr}` }
    }
  }

  async function urls(env: Record<string, string> = {}) {
    const { text } = await type('make urls', env)
    const found = Object.fromEntries(
      text.split('\n').flatMap((line) => (/^\w+=/.test(line) ? [line.split(/=(.*)/)] : [])),
    )
    return found as { site: string; mail: string }
  }

  return { folder, type, urls, remove: () => rm(folder, { recursive: true, force: true }) }
}

export type Clone = ReturnType<typeof cloneIn>

/** The command lines of processes that run in a folder or from it. */
export function processesOf(folder: string): string[] {
  const pids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  return pids.flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const inside = [command, readlinkSync(`/proc/${pid}/cwd`)].some((text) => text.includes(folder))
      return inside && Number(pid) !== process.pid ? [command] : []
    } catch {
      return []
    }
  })
}

/** The containers of a checkout, running or not. */
export async function containersOf(folder: string): Promise<string[]> {
  const filter = `label=com.docker.compose.project.working_dir=${folder}`
  const { stdout } = await run('docker', ['ps', '-a', '--filter', filter, '--format', '{{.Names}}'])
  return stdout.split('\n').filter(Boolean)
}
