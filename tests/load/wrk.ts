import { spawn } from 'node:child_process'
import { processTime } from './process-time'

export type Target = {
  url: string
  pid: number
  headers?: Record<string, string>
  script?: string
}
/** Requests per second, CPU milliseconds of the process per request, and latencies in milliseconds. */
export type Measure = { perSecond: number; cpuMs: number; p50: number; p99: number }

function run(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('wrk', args)
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
    })
    child.once('error', () => reject(new Error('wrk could not be started')))
    child.once('exit', () => resolve(text))
  })
}

let runs = 0

const inMs: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 }

/** A percentile of wrk's latency distribution, in milliseconds. */
function percentile(text: string, share: number): number {
  const [, value, unit] = new RegExp(`^\\s*${share}%\\s+([\\d.]+)(us|ms|s|m)`, 'm').exec(text) ?? []
  return Number(value) * inMs[unit ?? 'ms']!
}

/** Saturates the target. @throws when an answer was not a success */
export async function load(
  { url, pid, headers = {}, script }: Target,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Measure> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const before = processTime(pid)
  const scripted = script ? ['-s', script, url, '--', `${Date.now()}-${++runs}`] : [url]
  const text = await run([
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '5s',
    '--latency',
    ...given,
    ...scripted,
  ])
  const cpu = processTime(pid) - before
  const requests = Number(/(\d+) requests in/.exec(text)?.[1] ?? 0)
  if (/Non-2xx|Socket errors/.test(text) || requests === 0) throw new Error(`${url} did not always succeed:\n${text}`)
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1])
  return { perSecond, cpuMs: cpu / requests, p50: percentile(text, 50), p99: percentile(text, 99) }
}
