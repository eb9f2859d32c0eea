import { frameOf, framesOf } from './frames'
import { type Cause, processorMs, residentBytes, startLimited } from './limited-process'

/** The reader ended before it answered. */
export class ReaderEnded extends Error {
  readonly because: Cause

  constructor(because: Cause, options?: ErrorOptions) {
    super(`the reader ended: ${because}`, options)
    this.because = because
  }
}

export type SessionLimits = {
  /** Of one answer: of the clock, and of the processor, which a busy machine does not shorten. */
  timeoutMs: number
  processorMs: number
  /** Of its memory. */
  maxBytes: number
  maxOutputBytes: number
  /** A reader that holds more than this after an answer is replaced before the next question. */
  restBytes: number
}

/**
 * A program that answers many questions one after the other, each within limits: to start a process for each would take longer than to read
 * what is small. One that ends takes no other question with it.
 */
export function readerSession(program: string, limits: SessionLimits) {
  const open = () => {
    let startedMs = 0
    let since: number | undefined
    const { child, stop, cause, close } = startLimited(program, limits, async (pid) => {
      if (since === undefined) return undefined
      const isOver = performance.now() - since > limits.timeoutMs
      return isOver || (await processorMs(pid)) - startedMs > limits.processorMs ? 'time' : undefined
    })
    const frames = framesOf(child.stdout, limits.maxOutputBytes)
    // Its output of errors is of no use, and must not fill the pipe.
    void (async () => {
      for await (const _ of child.stderr);
    })().catch(() => {})

    return {
      close,
      async ask(question: readonly Uint8Array[]): Promise<Buffer> {
        startedMs = await processorMs(child.pid)
        since = performance.now()
        try {
          for (const part of frameOf(question)) child.stdin.write(part)
          Promise.resolve(child.stdin.flush()).catch(() => {})
          const { value } = await frames.next()
          if (value) return value
        } catch (error) {
          stop(error instanceof RangeError ? 'output' : 'ended')
          throw new ReaderEnded(await cause(), { cause: error })
        } finally {
          since = undefined
        }
        throw new ReaderEnded(await cause())
      },
      isLarge: async () => (await residentBytes(child.pid)) > limits.restBytes,
    }
  }
  let current: ReturnType<typeof open> | undefined
  const close = () => {
    current?.close()
    current = undefined
  }

  return {
    /** One question at a time. @throws ReaderEnded */
    async ask(question: readonly Uint8Array[]): Promise<Buffer> {
      current ??= open()
      try {
        const answer = await current.ask(question)
        if (await current.isLarge()) close()
        return answer
      } catch (error) {
        close()
        throw error
      }
    },
    /** Ends the process. The next question starts another. */
    close,
  }
}
