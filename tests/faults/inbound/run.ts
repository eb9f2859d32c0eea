import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { minutes, seconds } from '@app/contracts/durations'
import { contentKey, maxMailBytes } from '../../../services/forms/src/inbound/raw-mail'
import { within } from '../../support/until'
import { startNemesis } from '../nemesis'
import { counted } from '../report'
import { seeded } from '../seeded-random'
import { untilNoneLeft } from '../until-none-left'
import { checkMails, type SentMail } from './check-mails'
import { createCorrespondents, storeInquiries } from './correspondents'
import { incomingMails } from './mail-kinds'
import { sendAll } from './mail-servers'
import type { Incoming } from './mail-text'
import { type InboundRig, startInboundRig } from './rig'
import { readStored } from './stored-mails'

// Incoming mail of more than 40 kinds, over SMTP and out of a mailbox, with a fault every second. Afterwards every mail that was sent is
// looked for where it belongs.
//
//   COUNT=2000 SEED=1 bun tests/faults/inbound/run.ts --report FILE --logs FOLDER
//
// Where others use most of the machine, a worker takes many seconds to start: with a fault every second none would ever run. EVERY=5 makes it
// one every five seconds.

const { values: given } = parseArgs({
  options: {
    count: { type: 'string' },
    seed: { type: 'string' },
    report: { type: 'string' },
    logs: { type: 'string' },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const seed = Number(given.seed ?? process.env.SEED ?? Date.now() % 1_000_000)
const count = Number(given.count ?? process.env.COUNT ?? 2_000)
const every = Number(process.env.EVERY ?? 1)
const servers = 8
/** A mail over IMAP that is larger is stored up to here. */
const cutBytes = 1024 * 1024
const maxPhaseMs = minutes(5)
const late: string[] = []
const note = (error: unknown) => void late.push(error instanceof Error ? error.message : String(error))

function noteSent({ raw, kind, state, inquiry, source }: Incoming): SentMail {
  const isCut = source === 'imap' && raw.length > maxMailBytes
  const stored = isCut ? raw.subarray(0, cutBytes) : raw
  return { key: contentKey(stored), kind, size: stored.length, state, inquiry }
}

async function settle({ product, workers, letTimePass }: InboundRig): Promise<void> {
  await within('the workers to stop', maxPhaseMs, Promise.all(Object.values(workers).map((one) => one.stop())))
  await letTimePass()
  await within('the workers to start', maxPhaseMs, Promise.all(Object.values(workers).map((one) => one.start())))
  const mails = product.db.collection('inbound_mails')
  let known = -1
  // Mail in the mailbox is not stored yet, so the number must rest as well.
  const left = async () => {
    const [stored, open] = await Promise.all([
      mails.countDocuments(),
      mails.countDocuments({ $or: [{ state: 'waiting' }, { is_pending: true }] }),
    ])
    const isResting = stored === known
    known = stored
    return open + (isResting && stored >= expected ? 0 : Math.max(1, expected - stored))
  }
  const none = await untilNoneLeft(left, { timeoutMs: minutes(1), intervalMs: 1_000 })
  if (none > 0) note(`${none} mails were not placed within the time`)
}

let expected = 0
const random = seeded(seed)
const { people, inquiries } = createCorrespondents(random, new Date(Date.now() - 3_600_000), Math.ceil(count / 50))
say(`seed ${seed}: ${count} incoming mails, a fault every ${every === 1 ? 'second' : `${every} seconds`}`)
const rig = await startInboundRig(`inbound-${seed}-${process.pid}`)
try {
  await storeInquiries(rig.product.db, inquiries)
  const startedAt = Date.now()
  const nemesis = startNemesis(rig.harms(), seeded(seed + 1), seconds(every))
  const sent: SentMail[] = []
  const progress = setInterval(() => say(`  ${sent.length} of ${count} sent`), 10_000)
  const mails = incomingMails(count, { seeded: random, people, mark: `s${seed}` })
  const refused = await sendAll(mails, { rig, servers, onSent: (mail) => void sent.push(noteSent(mail)) })
  clearInterval(progress)
  const sendingMs = Date.now() - startedAt
  await within(`the end of ${nemesis.pending().join(', ')}`, maxPhaseMs, nemesis.stop()).catch(note)
  expected = new Set(sent.map(({ key }) => key)).size
  say('Faults are over; waiting for the last mails ...')
  await settle(rig).catch(note)
  const { stored, conversations, unnamedFiles } = await readStored(rig.product.db)
  if (given.logs) cpSync(join(rig.product.dataDir, 'logs'), given.logs, { recursive: true })
  const quiet = people.quiet.map(({ id }) => id)
  const violations = [...checkMails({ sent, stored, conversations, quiet }), ...refused, ...late]
  const states = stored.map(({ state }) => state)
  const kinds = new Set(sent.map(({ kind }) => kind)).size
  const faults = nemesis.faults.map(({ target, kind }) => `${target} ${kind}`)
  const number = (pattern: RegExp) => violations.filter((one) => pattern.test(one)).length
  const report = [
    `seed          ${seed}`,
    `mails         ${sent.length} sent of ${kinds} kinds, ${stored.length} stored: ${counted(states)}`,
    `time          ${(sendingMs / 1_000).toFixed(0)} s of faults, ${((Date.now() - startedAt) / 1_000).toFixed(0)} s until the last mail was placed`,
    `faults        ${nemesis.faults.length}, one every ${every} s: ${counted(faults)}`,
    `files         ${unnamedFiles} that no mail names, which the sweep removes`,
    `verdict       lost ${number(/: lost$/)}, stored twice ${number(/stored \d+ times/)}, in a wrong thread ${number(/wrong thread/)}, violations ${violations.length}`,
    ...violations.slice(0, 30).map((one) => `  ${one}`),
  ].join('\n')
  say(report)
  if (given.report) writeFileSync(given.report, `${report}\n`)
  process.exitCode = violations.length === 0 ? 0 : 1
} catch (error) {
  say(`The run failed: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await rig.stop().catch((error) => say(String(error)))
}
process.exit()
