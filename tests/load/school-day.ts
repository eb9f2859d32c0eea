import { MongoClient } from 'mongodb'
import { median } from '../support/percentile'
import { plainTable, seedSchool } from './school-day-data'
import { signIn } from './sign-in'
import { startProduct } from './start-product'
import { load, type Measure } from './wrk'

/**
 * What a school's day costs the service: a list of 50 lessons with references against the same list without, Today, and
 * the picker of students. `MONGODB_URI` names a database of its own on the server to measure:
 *
 *   STUDENTS=5000 bun tests/load/school-day.ts
 */

const admin = 'bench@archery.example'
const { STUDENTS = '5000', LESSONS = '1000', ROUNDS = '5', SECONDS = '4' } = process.env
const rounds = Number(ROUNDS)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const ms = (value: number) => `${value.toFixed(1)} ms`

const stack = await startProduct({ ADMIN_EMAILS: admin, IP_LIMIT_FACTOR: '100000', SEED_SAMPLES: 'false' })

/** Waits for the indexes that the service builds in the background. */
async function indexed() {
  const client = await new MongoClient(stack.mongoUri).connect()
  const count = async (name: string) =>
    (await client.db().collection(name).indexes()).filter((index) => index.name?.startsWith('by_')).length
  for (const [name, wanted] of [
    ['lessons', 15],
    [plainTable, 15],
    ['students', 10],
  ] as const)
    for (let tries = 0; (await count(name)) < wanted && tries < 300; tries++) await Bun.sleep(500)
  await client.close()
}

try {
  await seedSchool(stack.mongoUri, { students: Number(STUDENTS), lessons: Number(LESSONS) })
  const cookie = await signIn(stack.urls, admin)
  await indexed()
  const service = `http://127.0.0.1:${stack.ports['admin-tables']}`
  const target = (path: string) => ({
    url: `${service}${path}`,
    pid: stack.pidOf('admin-tables')!,
    headers: { cookie },
  })
  const one = { seconds: Number(SECONDS), connections: 1 }
  await load(target('/api/tables/lessons'), one)

  const compare = async (connections: number) => {
    const ratios: number[] = []
    const costs: number[][] = []
    for (let round = 0; round < rounds; round++) {
      const plain = await load(target(`/api/tables/${plainTable}`), { ...one, connections })
      const linked = await load(target('/api/tables/lessons'), { ...one, connections })
      ratios.push(linked.cpuMs / plain.cpuMs)
      costs.push([plain.cpuMs, linked.cpuMs])
    }
    const [plainMs, linkedMs] = [0, 1].map((at) => median(costs.map((cost) => cost[at]!)))
    say(
      `list of 50 of ${LESSONS} lessons: ${ms(plainMs!)} of CPU without references, ${ms(linkedMs!)} with; ${connections} at a time`,
    )
    say(`  ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}, median ${median(ratios).toFixed(2)}`)
  }
  for (const connections of [1, 8]) await compare(connections)

  for (const [name, path] of [
    [`Today, ${LESSONS} lessons and ${STUDENTS} students`, '/api/today'],
    [`picker, ${STUDENTS} students, nothing typed`, '/api/tables/lessons/choices/students'],
    ['picker, one word', '/api/tables/lessons/choices/students?q=ada'],
    ['picker, two words', '/api/tables/lessons/choices/students?q=ada%20stone'],
    ['picker, one student', `/api/tables/lessons/choices/students?q=${Number(STUDENTS) - 7}`],
    ['picker, no such student', '/api/tables/lessons/choices/students?q=zzz'],
  ] as const) {
    const measured: Measure[] = []
    for (let round = 0; round < rounds; round++) measured.push(await load(target(path), one))
    const best = (of: 'p50' | 'p99') => Math.min(...measured.map((each) => each[of]))
    const cpu = median(measured.map(({ cpuMs }) => cpuMs))
    say(`${name}: p50 ${ms(best('p50'))}, p99 ${ms(best('p99'))} (best of ${rounds}), ${ms(cpu)} of CPU`)
  }
} finally {
  await stack.stop()
}
process.exit(0)
