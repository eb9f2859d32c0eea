import { hours, minutes } from '@app/contracts/durations'
import type { PublicKeySet, SigningKey } from '@app/contracts/signing-keys'
import { gauge } from '@app/telemetry'
import { CompactSign, compactVerify, importJWK } from 'jose'
import * as v from 'valibot'
import type { AppendAudit } from './audit'
import { type AuditCollection, type Head, placeOf } from './models/audit-collection'

const algorithm = 'EdDSA'
const type = 'audit-heads'

const statement = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  heads: v.record(v.string(), v.object({ number: v.number(), hash: v.string() })),
})

/** The heads of all chains at one moment. */
export type HeadStatement = { at: string; heads: Record<string, Head> }
type SignHeads = (heads: HeadStatement) => Promise<string>
/** The statement of a signed text; `undefined` when no published key has signed it. */
export type ReadSigned = (signed: string) => Promise<HeadStatement | undefined>

/** Signs heads with a key that is nowhere in the database, so that its operator cannot sign others. */
export async function headSigner(key: SigningKey): Promise<SignHeads> {
  const secret = await importJWK(key, algorithm)
  return (heads) =>
    new CompactSign(Buffer.from(JSON.stringify(heads)))
      .setProtectedHeader({ alg: algorithm, kid: key.kid, typ: type })
      .sign(secret)
}

export async function headReader({ keys }: PublicKeySet): Promise<ReadSigned> {
  const byId = new Map(await Promise.all(keys.map(async (key) => [key.kid, await importJWK(key, algorithm)] as const)))
  return async (signed) => {
    try {
      const { payload, protectedHeader } = await compactVerify(
        signed,
        ({ kid = '' }) => {
          const key = byId.get(kid)
          if (!key) throw new Error('unknown key')
          return key
        },
        { algorithms: [algorithm] },
      )
      if (protectedHeader.typ !== type) return undefined
      return v.parse(statement, JSON.parse(Buffer.from(payload).toString()))
    } catch {
      return undefined
    }
  }
}

const begin = '-----BEGIN AUDIT HEADS-----'
const end = '-----END AUDIT HEADS-----'

/** Signed heads in lines that survive a mail. */
export const armored = (signed: string) => [begin, ...(signed.match(/.{1,72}/g) ?? []), end].join('\n')

/** All signed heads in a text, such as a mail, possibly quoted, or the log. */
export function signedHeadsIn(text: string): string[] {
  const blocks = text.split(begin).slice(1)
  const unwrapped = blocks.map((block) => block.split(end)[0]!.replace(/[^\w.-]/g, ''))
  return [...new Set([...unwrapped, ...(text.match(/\beyJ[\w-]+\.eyJ[\w-]+\.[\w-]{86}(?![\w-])/g) ?? [])])]
}

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
    signing.changed,
  )
  const run = () => void signing.run().catch((err) => deps.log.error({ err }, 'audit heads could not be signed'))
  const first = setTimeout(run, firstAfter)
  const timer = setInterval(run, interval)
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
