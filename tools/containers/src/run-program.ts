import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** The exit code; 127 when the program does not exist. */
export const exitCode = (child: ChildProcess) =>
  new Promise<number>((resolve) => {
    child.once('error', () => resolve(127))
    child.once('close', (code) => resolve(code ?? 1))
  })

/** `answer` is called at the first line of the program's output, its result is the input; `answered` at the second line. */
export type Dialogue = { answer: () => Promise<string>; answered: () => void }

/**
 * `output`: a file schema instead of the caller's terminal; `message`: receives the lines of its standard error instead;
 * `detached`: the end of the terminal and Ctrl-C do not reach the program.
 */
export type Streams = {
  output?: number | 'ignore' | 'inherit'
  dialogue?: Dialogue
  message?: (line: string) => void
  detached?: boolean
}

/** @throws what `answer` throws, after the end of the input */
async function converse({ stdin, stdout }: ChildProcess, { answer, answered }: Dialogue): Promise<void> {
  // The program may have exited.
  stdin!.on('error', () => {})
  const lines = createInterface(stdout!)[Symbol.asyncIterator]()
  if ((await lines.next()).done) return
  let text = ''
  try {
    text = await answer()
  } finally {
    stdin!.end(text)
  }
  if (!(await lines.next()).done) answered()
}

type Options = Streams & { env: Record<string, string | undefined>; cwd: string }

/** Runs a program in the caller's terminal and returns its exit code. @throws what `answer` throws */
export async function runProgram(
  program: string,
  args: readonly string[],
  { env, cwd, output = 'inherit', dialogue, message, detached = false }: Options,
): Promise<number> {
  const errors = message ? 'pipe' : 'inherit'
  const stdio: StdioOptions = dialogue ? ['pipe', 'pipe', errors] : ['ignore', output, errors]
  const child = spawn(program, args, { env, cwd, stdio, detached })
  if (message) createInterface(child.stderr!).on('line', message)
  const [code, talk] = await Promise.all([
    exitCode(child),
    dialogue ? converse(child, dialogue).catch((error: unknown) => ({ error })) : undefined,
  ])
  if (talk) throw talk.error
  return code
}
