import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { minutes } from '@app/contracts/durations'
import { until, within } from '../support/until'
import { check } from './checker'
import { createClients, markerIn } from './clients'
import type { Evidence, StoredInquiry } from './history'
import { harmsOf, startNemesis } from './nemesis'
import { describeRun } from './report'
import { type Rig, startRig } from './rig'
import { seeded } from './seeded-random'
import { writePart } from './soak-parts'
import { untilNoneLeft } from './until-none-left'

// F40: clients send inquiries while processes are killed, hang and are disconnected. Afterwards every answer is
// compared with what is stored and with the deliveries.
//
//   bun tests/faults/run.ts --inquiries 2000 --seed 1 --report FILE --logs FOLDER
//
// With --minutes it ends after that time, however many were acknowledged; --verdict writes the figures as JSON.
// An interrupt (Ctrl-C) ends the faults early; the verdict covers what happened until then. Every run whose product has started
// ends with a verdict: a phase that exceeds its time limit is a violation, and the next one follows.

const { values: given } = parseArgs({
  options: {
    inquiries: { type: 'string', default: '2000' },
    'per-second': { type: 'string', default: '80' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    report: { type: 'string' },
    logs: { type: 'string' },
    minutes: { type: 'string' },
    verdict: { type: 'string' },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const seed = Number(given.seed)
const wanted = Number(given.inquiries)
/** Far more than a busy machine needs: 5 inquiries a second. */
const limitMs = given.minutes ? minutes(Number(given.minutes)) : Math.max(600_000, (wanted / 5) * 1_000)
/** Longer than two starts of a process on a busy machine: a start that takes too long is repeated. */
const maxPhaseMs = minutes(10)
/** What took longer than its limit, or failed. */
const late: string[] = []
const note = (error: unknown) => void late.push(error instanceof Error ? error.message : String(error))

/** Makes every pending mail due now, to skip hours of retries. The workers are stopped meanwhile, so they hold no mail. */
async function letTimePass({ product, processes }: Rig): Promise<void> {
  const workers = [processes['worker-a'], processes['worker-b']]
  await within('the workers to stop', maxPhaseMs, Promise.all(workers.map((worker) => worker.stop())))
  await product.db
    .collection('contact_submissions')
    .updateMany(
      { 'mails.due_at': { $ne: null } },
      { $set: { 'mails.$[mail].due_at': new Date(0) } },
      { arrayFilters: [{ 'mail.due_at': { $ne: null } }] },
    )
  await within('the workers to start', maxPhaseMs, Promise.all(workers.map((worker) => worker.start())))
}

async function readStored({ product }: Rig): Promise<StoredInquiry[]> {
  const found = await product.db
    .collection('contact_submissions')
    .find({}, { projection: { message: 1, mails: 1 } })
    .toArray()
  return found.map(({ _id, message, mails }) => ({
    id: _id.toHexString(),
    marker: markerIn(message),
    mails: mails.map((mail: { message_id: string; state: string }) => ({
      messageId: mail.message_id,
      state: mail.state,
    })),
  }))
}

async function run(rig: Rig): Promise<{ evidence: Evidence; startedAt: number }> {
  const clients = createClients(rig.product.site, seeded(seed), `s${seed}`)
  const startedAt = Date.now()
  const nemesis = startNemesis(harmsOf(rig), seeded(seed + 1))
  let interrupted = false
  // In place of the end of the process.
  process.removeAllListeners('SIGINT').on('SIGINT', () => {
    interrupted = true
  })
  const progress = setInterval(() => say(`  ${clients.acknowledged()} of ${wanted} acknowledged`), 10_000)
  const deadline = Date.now() + limitMs
  await clients.crowd({
    perSecond: Number(given['per-second']),
    most: 60,
    enough: () => interrupted || Date.now() > deadline || clients.acknowledged() >= wanted,
  })
  clearInterval(progress)
  if (clients.acknowledged() < wanted && !given.minutes && !interrupted)
    note(`only ${clients.acknowledged()} of ${wanted} inquiries were acknowledged within ${limitMs} ms`)
  await within(`the end of ${nemesis.pending().join(', ')}`, maxPhaseMs, nemesis.stop()).catch(note)

  const over = Date.now()
  await until(
    'an accepted inquiry',
    async () => {
      await clients.visit('hasty')
      return clients.calls.at(-1)?.outcome === 'ok'
    },
    minutes(2),
  ).catch(note)
  const recovery = Date.now() - over
  say('Faults are over; waiting for the last mails ...')
  await letTimePass(rig).catch(note)
  const waiting = () =>
    rig.product.db.collection('contact_submissions').countDocuments({ 'mails.state': { $in: ['pending', 'sending'] } })
  // Counting reads every record, so it is done rarely.
  await untilNoneLeft(waiting, { timeoutMs: minutes(3), intervalMs: 2_000 }).catch(note)
  const evidence = {
    calls: clients.calls,
    faults: nemesis.faults,
    stored: await readStored(rig),
    taken: rig.smtp.deliveries.map(({ messageId, takenAt, answeredAt }) => ({
      messageId,
      takenAt,
      answered: answeredAt !== undefined,
    })),
    leaks: rig.leaks(),
    recovery,
    late,
  }
  return { evidence, startedAt }
}

say(`seed ${seed}: ${wanted} inquiries to be acknowledged, a fault every second`)
const rig = await startRig(`faults-${seed}-${process.pid}`)
try {
  const { evidence, startedAt } = await run(rig).finally(() => {
    if (given.logs) cpSync(join(rig.product.dataDir, 'logs'), given.logs, { recursive: true })
    return rig.stop().catch(note)
  })
  const verdict = check(evidence)
  const report = describeRun({ seed, startedAt, evidence, verdict })
  say(report)
  const { slowest, ...figures } = verdict
  const seconds = (Date.now() - startedAt) / 1_000
  if (given.verdict) writePart(given.verdict, { ...figures, seed, faults: evidence.faults.length, seconds })
  if (given.report) writeFileSync(given.report, `${report}\n`)
  process.exit(verdict.violations.length === 0 ? 0 : 1)
} catch (error) {
  say(`The run failed: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
