import { spawn } from 'node:child_process'

type Options = { cwd?: string; env: Record<string, string>; signal?: AbortSignal }

/** Runs a program and returns its output. @throws with the last lines of output when it fails */
export async function runProgram(program: string, args: readonly string[], options: Options): Promise<string> {
  options.signal?.throwIfAborted()
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => child.pid && process.kill(-child.pid, 'SIGTERM')
  options.signal?.addEventListener('abort', stop, { once: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    options.signal?.throwIfAborted()
    if (code !== 0) throw new Error(`\`${[program, ...args].join(' ')}\` failed:\n${lastLines(output)}`)
    return output
  } finally {
    options.signal?.removeEventListener('abort', stop)
  }
}

export const lastLines = (text: string, count = 20) => text.trimEnd().split('\n').slice(-count).join('\n')
