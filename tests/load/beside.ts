import { readFileSync } from 'node:fs'

export const ms = (value: number) => `${value.toFixed(0)} ms`
export const at = (times: number[], share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!

export async function timed(url: string, cookie: string) {
  const startedAt = performance.now()
  const answer = await fetch(url, { headers: { cookie } })
  await answer.arrayBuffer()
  return { took: performance.now() - startedAt, status: answer.status }
}

export async function times(url: string, cookie: string, count: number): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < count; n++) {
    const { took, status } = await timed(url, cookie)
    if (status !== 200) throw new Error(`${url} answered ${status}`)
    all.push(took)
  }
  return all
}

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

type Service = { pid: number; url: string; cookie: string }

/** Runs work, and returns in lines what it costs the service in memory, and other requests for `url` in latency. */
export async function costBeside({ pid, url, cookie }: Service, work: () => Promise<unknown>): Promise<string[]> {
  const idle = await times(url, cookie, 100)
  const before = residentMb(pid)
  let most = before
  let isRunning = true
  const busy: number[] = []
  const beside = (async () => {
    while (isRunning) {
      busy.push((await timed(url, cookie)).took)
      most = Math.max(most, residentMb(pid))
      await Bun.sleep(50)
    }
  })()
  try {
    await work()
  } finally {
    isRunning = false
  }
  await beside
  const [p99, idleP99] = [at(busy, 0.99), at(idle, 0.99)]
  return [
    `resident memory: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most, +${(most - before).toFixed(0)} MB`,
    `another list meanwhile: p99 ${ms(p99)}, idle ${ms(idleP99)}, ${(p99 / idleP99).toFixed(2)}x (${busy.length} calls)`,
  ]
}
