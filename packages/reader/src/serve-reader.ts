import { setPriority } from 'node:os'
import { frameOf, framesOf } from './frames'

/** The exit code of a program that refuses what it was given; the error output says why. */
export const refusedCode = 3

const niceness = 10
const stepBytes = 1024 * 1024

/** Other work of the machine comes first, and when memory runs out, Linux ends this process, not the service. */
async function yieldToOthers(): Promise<void> {
  await Bun.write('/proc/self/oom_score_adj', '1000').catch(() => {})
  try {
    setPriority(niceness)
  } catch {
    // A system without priorities.
  }
}

/** Reads the standard input once and writes what `read` makes of it. Errors for which `isRefusal` holds are answered to the caller. */
export async function serveOnce(
  read: (input: Uint8Array) => Promise<string | Uint8Array> | string | Uint8Array,
  isRefusal: (error: unknown) => error is Error,
): Promise<void> {
  try {
    await yieldToOthers()
    await Bun.write(Bun.stdout, await read(await Bun.stdin.bytes()))
  } catch (error) {
    if (!isRefusal(error)) throw error
    process.stderr.write(error.message)
    process.exitCode = refusedCode
  }
}

/** Answers one frame of the standard input after the other, until it ends. */
export async function serveFrames(
  read: (input: Buffer) => Promise<readonly Uint8Array[]>,
  maxBytes: number,
): Promise<void> {
  await yieldToOthers()
  const output = Bun.stdout.writer()
  for await (const input of framesOf(Bun.stdin.stream() as unknown as AsyncIterable<Uint8Array>, maxBytes)) {
    // In steps: what waits to be written is copied.
    for (const part of frameOf(await read(input)))
      for (let at = 0; at < part.length; at += stepBytes) {
        output.write(part.subarray(at, at + stepBytes))
        await output.flush()
      }
  }
}
