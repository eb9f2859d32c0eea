import { readFileSync } from 'node:fs'
import { percentile } from '../support/percentile'

export const ms = (value: number) => `${value.toFixed(0)} ms`

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

export const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/** `cookies`: the sessions that call `url`. `control` is answered by another process: what slows both down is the machine. */
export type Service = { pid: number; url: string; control: string; cookies: readonly string[] }

/** Each session calls this often, whether or not its last call was answered: what is held up counts with every call it holds up. */
const everyMs = 100
const idleCalls = 200

/** Calls at a steady rate until `isOver` of the number of calls. Returns how long each took, in ms. */
async function steadily({ cookies }: Service, url: string, isOver: (calls: number) => boolean): Promise<number[]> {
  const calls: ReturnType<typeof timed>[] = []
  for (let due = performance.now(); !isOver(calls.length); due += everyMs / cookies.length) {
    await Bun.sleep(Math.max(0, due - performance.now()))
    calls.push(timed(url, cookies[calls.length % cookies.length]!))
  }
  const answers = await Promise.all(calls)
  const refused = answers.find(({ status }) => status !== 200)
  if (refused) throw new Error(`${url} answered ${refused.status}`)
  return answers.map(({ took }) => took)
}

/** Runs work, and returns in lines what it costs the service in memory, and other requests for `url` in latency. */
export async function costBeside(service: Service, work: () => Promise<unknown>): Promise<string[]> {
  const all = (isOver: (calls: number) => boolean) =>
    Promise.all([service.url, service.control].map((url) => steadily(service, url, isOver)))
  const idle = await all((calls) => calls >= idleCalls)
  const before = residentMb(service.pid)
  let most = before
  const sampler = setInterval(() => {
    most = Math.max(most, residentMb(service.pid))
  }, 50)
  let isRunning = true
  const beside = all(() => !isRunning)
  try {
    await work()
  } finally {
    isRunning = false
    clearInterval(sampler)
  }
  const busy = await beside
  const ratios = (which: number) =>
    [0.5, 0.99].map((share) => {
      const [now, then] = [percentile(busy[which]!, share), percentile(idle[which]!, share)]
      return `p${share * 100} ${now.toFixed(1)} ms, idle ${then.toFixed(1)} ms, ${(now / then).toFixed(2)}x`
    })
  return [
    `resident memory: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most, +${(most - before).toFixed(0)} MB`,
    `another list meanwhile: ${ratios(0).join('; ')} (${busy[0]!.length} calls)`,
    `another service meanwhile: ${ratios(1).join('; ')}`,
  ]
}
