import { hours, minutes } from '@app/contracts/durations'
import { gauge } from '@app/telemetry'
import type { AppendAudit } from './append'
import { placeOf } from './entry'
import type { AuditCollection } from './models/audit-collection'
import type { HeadStatement, SignHeads } from './signed-heads'

type Log = { info(about: object, event: string): void; error(about: object, event: string): void }
/** The report that the owner receives once a day. `changed`: places that are not as this process has signed them before. */
export type SignedReport = HeadStatement & { signed: string; changed: string[] }
type Deps = {
  stored: Pick<AuditCollection, 'heads' | 'hashAt' | 'known'>
  append: AppendAudit
  sign: SignHeads
  /** `false` when the mail could not be handed over. */
  mail: (report: SignedReport) => Promise<boolean>
  log: Log
  now?: () => number
}

const interval = hours(1)
const firstAfter = minutes(10)

/**
 * Signs the heads of all chains: each time into the log, once a day also into a mail and into the audit. What it has signed
 * before it compares first: a chain only ever grows.
 */
export function headSigning({ stored, append, sign, mail, log, now = Date.now }: Deps) {
  let last: HeadStatement = { at: '', heads: {} }
  const changed = new Set<string>()

  async function compareWithLast(): Promise<void> {
    for (const [chain, { number, hash }] of Object.entries(last.heads)) {
      const place = placeOf(chain, number)
      if ((await stored.hashAt(place)) !== hash) changed.add(place)
    }
    if (changed.size > 0) log.error({ places: [...changed] }, 'audit is not as it was signed')
  }

  return {
    changed: () => changed.size,
    async run(): Promise<void> {
      await compareWithLast()
      last = { at: new Date(now()).toISOString(), heads: await stored.heads() }
      const signed = await sign(last)
      log.info({ at: last.at, signed }, 'audit heads signed')
      // Of several replicas one has the entry of the day; the mail of another would be the same one.
      const ref = `sign-heads/${last.at.slice(0, 10)}`
      if ((await stored.known([ref])).has(ref)) return
      if (await mail({ ...last, signed, changed: [...changed] }))
        await append({ actor: null, action: 'sign-heads', about: { signed }, ref })
    },
  }
}

/** Signs the heads every hour. Returns a function that stops it. */
export function signHourly(deps: Deps): () => void {
  const signing = headSigning(deps)
  gauge(
    'audit_signed_places_changed',
    'Places of the audit that changed after this process had signed them',
    [],
    async () => [{ labels: {}, value: signing.changed() }],
  )
  const run = () => void signing.run().catch((err) => deps.log.error({ err }, 'audit heads could not be signed'))
  const first = setTimeout(run, firstAfter)
  const timer = setInterval(run, interval)
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
