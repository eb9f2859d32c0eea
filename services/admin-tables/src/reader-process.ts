import { readFile } from 'node:fs/promises'

/** The exit code of a program that refuses what it was given; the error output says why. */
export const refusedCode = 3

const watchMs = 50
const pageBytes = 4_096

/** The resident memory of a process; 0 where the system does not say it. */
async function residentBytes(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(statm.split(' ')[1] ?? 0) * pageBytes
}

/**
 * Runs a program that reads what other people have made: in a process of its own, without the secrets of the service, which ends when
 * it takes too long or too much memory.
 */
export async function runReader(
  program: string,
  input: AsyncIterable<Uint8Array>,
  { timeoutMs, maxBytes, args = [] }: { timeoutMs: number; maxBytes: number; args?: readonly string[] },
): Promise<{ code: number | null; output: Uint8Array; message: string }> {
  const reader = Bun.spawn([process.execPath, '--smol', program, ...args], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    // Memory that a picture needed is used again for the next size.
    env: { MALLOC_ARENA_MAX: '1' },
    timeout: timeoutMs,
  })
  const watch = setInterval(async () => {
    if ((await residentBytes(reader.pid)) > maxBytes) reader.kill('SIGKILL')
  }, watchMs)
  try {
    const ended = Promise.all([reader.stdout.bytes(), reader.stderr.text(), reader.exited])
    for await (const bytes of input) {
      reader.stdin.write(bytes)
      await reader.stdin.flush()
    }
    await reader.stdin.end()
    const [output, message, code] = await ended
    return { code, output, message }
  } finally {
    clearInterval(watch)
    reader.kill('SIGKILL')
  }
}
