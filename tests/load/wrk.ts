import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type Target = {
  url: string
  pid: number
  headers?: Record<string, string>
  script?: string
}
/** Requests per second, and CPU milliseconds of the process per request. */
export type Measure = { perSecond: number; cpuMs: number }

/** User and system CPU time of a process, in milliseconds. */
function cpuOf(pid: number): number {
  // The process name may contain spaces: count fields after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function run(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('wrk', args)
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
    })
    child.once('error', () => reject(new Error('wrk is missing. Install it first: apt-get install wrk')))
    child.once('exit', () => resolve(text))
  })
}

let runs = 0

/** Saturates the target. @throws when an answer was not a success */
export async function load(
  { url, pid, headers = {}, script }: Target,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Measure> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const before = cpuOf(pid)
  const scripted = script ? ['-s', script, url, '--', `${Date.now()}-${++runs}`] : [url]
  const text = await run(['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '5s', ...given, ...scripted])
  const cpu = cpuOf(pid) - before
  const requests = Number(/(\d+) requests in/.exec(text)?.[1] ?? 0)
  if (/Non-2xx|Socket errors/.test(text) || requests === 0) throw new Error(`${url} did not always succeed:\n${text}`)
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]), cpuMs: cpu / requests }
}
