import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { minutes, seconds } from '@app/contracts/durations'
import { gone, startActors, violationsIn } from '../support/actors'
import { adminEmail, startProduct } from '../support/product'
import { until } from '../support/until'
import { type Point, slopeOf } from './slope'

/**
 * Visitors and an admin use a product of its own for MINUTES (30), while a process is killed every minute: one service after the
 * other, each for an equal part of the time. Every answer is held against what holds under faults, and afterwards nothing that was
 * acknowledged may be missing. For each service's longest life, without its first two minutes: how its memory, its open files and
 * its connections changed in an hour, with the standard error, and its memory in each fifth of that time.
 *
 *   MONGODB_URI=... MINUTES=30 bun tests/load/mixed-traffic.ts
 */

const forMs = minutes(Number(process.env.MINUTES ?? 30))
const { MONGODB_URI } = process.env
const services = ['auth', 'forms', 'email-worker', 'admin-tables'] as const
const warmUpMs = minutes(2)
const say = (line: string) => void process.stdout.write(`${line}\n`)

type Sample = { service: string; pid: number; at: number; 'memory MB': number; files: number; connections: number }
const measured = ['memory MB', 'files', 'connections'] as const

function linksOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).flatMap((fd) => {
    try {
      return [readlinkSync(`${folder}/${fd}`)]
    } catch {
      // Closed meanwhile.
      return []
    }
  })
}

function sample(service: string, pid: number): Sample {
  // Memory of its own: pages of the Bun executable are shared.
  const [, own = 0] = /^Anonymous:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
  const links = linksOf(pid)
  const connections = links.filter((link) => link.startsWith('socket:')).length
  return { service, pid, at: Date.now(), 'memory MB': Number(own) / 1_024, files: links.length, connections }
}

/** The mean memory in each fifth of the time: growth that levels off is not a line. */
function fifths(samples: readonly Sample[]): string[] {
  const size = Math.ceil(samples.length / 5) || 1
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, at) => {
    const some = samples.slice(at * size, (at + 1) * size)
    return (some.reduce((sum, one) => sum + one['memory MB'], 0) / some.length).toFixed(1)
  })
}

function report(samples: readonly Sample[]): void {
  for (const service of services) {
    const own = samples.filter((one) => one.service === service)
    const lives = [...new Set(own.map(({ pid }) => pid))].map((pid) => own.filter((one) => one.pid === pid))
    const life = lives.reduce((longest, one) => (one.length > longest.length ? one : longest))
    const warm = life.filter(({ at }) => at - life[0]!.at > warmUpMs)
    const minutesLong = ((life.at(-1)!.at - life[0]!.at) / minutes(1)).toFixed(0)
    const changes = measured.map((what) => {
      const { perHour, error } = slopeOf(warm.map((one): Point => [one.at, one[what]]))
      return `${what} ${warm.at(-1)?.[what].toFixed(0)}, ${perHour.toFixed(1)} ± ${error.toFixed(1)} an hour`
    })
    say(`${service.padEnd(13)} ${minutesLong} min: ${changes.join('; ')}`)
    say(`${''.padEnd(13)} memory MB in each fifth: ${fifths(warm).join(', ')}`)
  }
}

const product = await startProduct(
  {
    ADMIN_EMAILS: `${adminEmail},${gone}`,
    IP_LIMIT_FACTOR: '100000',
    INQUIRIES_PER_HOUR: '1000000',
    ...(MONGODB_URI && { MONGODB_URI }),
  },
  { pages: false },
)
let passed = false
try {
  const people = await startActors(product, adminEmail)
  const samples: Sample[] = []
  const watch = () => {
    for (const service of services) {
      const pid = product.stack.pidOf(service)
      if (!pid) continue
      try {
        samples.push(sample(service, pid))
      } catch {
        // Killed meanwhile.
      }
    }
  }
  const kill = async (service: string) => {
    const pid = product.stack.pidOf(service)
    if (!pid) throw new Error(`${service} does not run`)
    process.kill(pid, 'SIGKILL')
    await until(`another ${service}`, async () => ![pid, undefined].includes(product.stack.pidOf(service)), seconds(30))
  }
  let kills = 0
  const startedAt = Date.now()
  const watching = setInterval(watch, seconds(5))
  const seen = await people.during(async () => {
    for (let minute = 1; minutes(minute) < forMs; minute++) {
      await Bun.sleep(startedAt + minutes(minute) - Date.now())
      const service = services[Math.floor((minutes(minute) / forMs) * services.length)]!
      await kill(service)
      kills += 1
      say(`minute ${minute}: ${service} killed`)
    }
    await Bun.sleep(startedAt + forMs - Date.now())
  })
  clearInterval(watching)
  await people.servedAgain()
  const faults = [...violationsIn(seen), ...(await people.nothingLost())]
  const failed = seen.filter(({ what, status }) => status >= 500 || (status === 0 && what !== 'page')).length
  say(
    `${seen.length} answers, ${failed} of them failures in a fault, ${kills} processes killed, ${faults.length} violations`,
  )
  for (const fault of faults.slice(0, 20)) say(`  ${fault}`)
  report(samples)
  passed = faults.length === 0
} finally {
  await product.stop()
}
process.exit(passed ? 0 : 1)
