import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { projectArguments } from '@app/containers/compose-project'
import { exitCode } from '@app/containers/run-program'
import { root } from '@app/installer/checkout'
import type { Context } from '../context'

/** The lines of a failed program's output that are shown. */
const shownLines = 15

/** The environment of Compose, also in scripts that call it: the env file and the project of this call. */
const environmentOf = ({ environment, envFile }: Context) => ({ ...environment, COMPOSE_ENV_FILES: envFile })

type Run = { env?: Record<string, string>; shown?: string; input?: string }

/** A program of the checkout. Its output is shown only when it fails, with `shown` as its name. @throws with the last lines of its output */
export async function runQuietly(
  context: Context,
  [program = '', ...args]: readonly string[],
  { env = {}, shown = [program, ...args].join(' '), input }: Run = {},
): Promise<string> {
  const child: ChildProcess = spawn(program, args, {
    cwd: root,
    env: { ...environmentOf(context), ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  const output: string[] = []
  let stdout = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    output.push(text)
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => output.push(text))
  // A program that exits early does not read it.
  child.stdin?.on('error', () => {}).end(input)
  const code = await exitCode(child)
  if (code === 0) return stdout.trim()
  const said = output.join('').trim().split('\n').slice(-shownLines).join('\n')
  throw new Error(`\`${shown}\` failed (exit code ${code})${said ? `:\n${said}` : ''}`)
}

export const composeCommand = ({ environment, envFile }: Context, ...args: string[]) => [
  'docker',
  'compose',
  ...projectArguments({ env: environment, envFile }),
  ...args,
]
export const compose = (context: Context, ...args: string[]) => runQuietly(context, composeCommand(context, ...args))

export const git = (context: Context, ...args: string[]) => runQuietly(context, ['git', ...args])

/** The output of git, or undefined where it fails. */
export function askGit(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
