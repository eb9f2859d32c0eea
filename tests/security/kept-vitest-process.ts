import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { seconds } from '@app/contracts/durations'
import { descendantsOf, kill } from '../runner/command'
import type { Answer, Request } from './kept-vitest'

export type KeptVitest = {
  /** Runs tests of a file. What does not end in time, or ends the process, has an error instead of outcomes. */
  outcomes(file: string, pattern: string, limitMs: number): Promise<Answer>
  /** Names a file that is another one from now on. */
  changed(file: string): void
  stop(): Promise<void>
}

const graceMs = seconds(20)

/** Starts a Vitest in a checkout when it is first needed, and again after one that had to be ended. */
export function keepVitest(checkout: string): KeptVitest {
  let child: ChildProcess | undefined
  let changed = new Set<string>()

  async function started(): Promise<ChildProcess> {
    if (child) return child
    child = fork('tests/security/kept-vitest.ts', [], {
      cwd: checkout,
      execArgv: ['--bun'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(child, 'message')
    return child
  }

  async function stop() {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null) return
    const closed = once(ending, 'close', { signal: AbortSignal.timeout(graceMs) })
    // It stops the servers of its tests.
    ending.disconnect()
    await closed.catch(() => {
      for (const pid of [...descendantsOf(ending.pid!), ending.pid!]) kill(pid, 'SIGKILL')
    })
  }

  async function outcomes(file: string, pattern: string, limitMs: number): Promise<Answer> {
    const running = await started()
    const answered = new AbortController()
    const signal = AbortSignal.any([AbortSignal.timeout(limitMs), answered.signal])
    const request: Request = { files: [file], pattern, changed: [...changed] }
    changed = new Set()
    try {
      const answer = once(running, 'message', { signal }).then(([message]) => message as Answer)
      const end = once(running, 'close', { signal }).then((): Answer => ({ outcomes: [], errors: ['Vitest ended'] }))
      running.send(request)
      // The one that is not awaited is rejected by `abort` below.
      return await Promise.race([answer, end])
    } catch {
      await stop()
      return { outcomes: [], errors: [`no end within ${limitMs / seconds(1)} s`] }
    } finally {
      answered.abort()
    }
  }

  return { outcomes, changed: (file) => void changed.add(file), stop }
}
