import { startLimited } from './limited-process'
import { refusedCode } from './serve-reader'

const maxMessageBytes = 10_000
const mebibyte = 1024 * 1024

/** `maxBytes`: of its memory. */
export type Limits = { timeoutMs: number; maxBytes: number; maxOutputBytes?: number }

/** The bytes of a stream. One that is longer calls `onTooLong`. */
async function bytesOf(stream: AsyncIterable<Uint8Array>, max: number, onTooLong: () => void): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    if (size > max) onTooLong()
    else parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Runs a program once, within limits. `isRefused`: it could read the input and does not take it; `message` says why. */
export async function runReader(
  program: string,
  input: AsyncIterable<Uint8Array> | Uint8Array,
  { timeoutMs, maxOutputBytes = 64 * mebibyte, ...limits }: Limits & { args?: readonly string[] },
): Promise<{ isDone: boolean; isRefused: boolean; output: Uint8Array; message: string }> {
  const { child, stop, close } = startLimited(program, limits)
  const timer = setTimeout(() => stop('time'), timeoutMs)
  try {
    const ended = Promise.all([
      bytesOf(child.stdout, maxOutputBytes, () => stop('output')),
      bytesOf(child.stderr, maxMessageBytes, () => {}),
      child.exited,
    ])
    for await (const bytes of input instanceof Uint8Array ? [input] : input) {
      child.stdin.write(bytes)
      await child.stdin.flush()
    }
    await child.stdin.end()
    const [output, message, code] = await ended
    return {
      isDone: code === 0,
      isRefused: code === refusedCode,
      output,
      message: new TextDecoder().decode(message),
    }
  } finally {
    clearTimeout(timer)
    close()
  }
}
