import type { AuditDetails } from '@app/contracts/audit'
import { type Head, hashOf, noEntries, placeOf, type StoredEntry } from './entry'
import type { AuditCollection } from './models/audit-collection'

/** `missing`: a gap or an end cut off; `changed`: not what was written; `moved`: not a place in a chain. */
export type AuditFault = { place: string; kind: 'missing' | 'changed' | 'moved'; at?: Date; text: string }
export type Verification = {
  /** Of all chains. */
  entries: number
  /** Entries of releases that had no chains. */
  unchained: number
  heads: Record<string, Head>
  faults: AuditFault[]
  /** Beyond `maxFaults` faults are counted only. */
  faultCount: number
}

const maxFaults = 100

/** What a verification leaves in its own entry, from which the next one continues. */
export const witness = ({ heads, unchained }: Pick<Verification, 'heads' | 'unchained'>): AuditDetails => ({
  unchained,
  ...Object.fromEntries(Object.entries(heads).map(([chain, { number, hash }]) => [chain, `${number} ${hash}`])),
})

/** Places that earlier verifications have seen, each with its hash. */
function witnessedIn(verifications: readonly StoredEntry[]): Map<string, string> {
  const places = verifications.flatMap(({ about }) =>
    Object.entries(about).flatMap(([chain, value]) => {
      const [number, hash] = String(value).split(' ')
      return hash ? [[placeOf(chain, Number(number)), hash] as const] : []
    }),
  )
  return new Map(places)
}

/** Reads every entry, each chain in order, and reports whatever is not as it was written. */
export async function verifyAudit(
  stored: Pick<AuditCollection, 'verifications' | 'unchained'> & { chained: () => AsyncIterable<StoredEntry> },
): Promise<Verification> {
  const heads: Record<string, Head> = {}
  const faults: AuditFault[] = []
  let [entries, faultCount] = [0, 0]
  const report = (fault: AuditFault) => {
    faultCount += 1
    if (faults.length < maxFaults) faults.push(fault)
  }
  const verifications = await stored.verifications()
  const witnessed = witnessedIn(verifications)

  for await (const entry of stored.chained()) {
    entries += 1
    const { _id: place, chain, number, at, previous, hash } = entry
    if (placeOf(chain, number) !== place) {
      report({ place, kind: 'moved', text: 'is not where its chain and number say' })
      continue
    }
    const head = heads[chain] ?? noEntries
    const next = head.number + 1
    if (number > next) {
      const text = next === number - 1 ? 'is missing' : `and all up to ${number - 1} are missing`
      report({ place: placeOf(chain, next), kind: 'missing', text })
    } else if (previous !== head.hash) {
      report({ place, kind: 'changed', at, text: 'does not follow from the entry before' })
    }
    if (hashOf(entry) !== hash) report({ place, kind: 'changed', at, text: 'is not what was written' })
    const promised = witnessed.get(place)
    if (promised !== undefined && promised !== hash)
      report({ place, kind: 'changed', at, text: 'was another when the audit was verified before' })
    witnessed.delete(place)
    heads[chain] = { number, hash }
  }
  for (const place of witnessed.keys())
    report({ place, kind: 'missing', text: 'was there when the audit was verified before' })

  const unchained = await stored.unchained()
  const before = verifications.at(-1)?.about['unchained']
  if (before !== undefined && before !== unchained)
    report({ place: 'entries without a chain', kind: 'changed', text: `were ${before}, now ${unchained}` })
  return { entries, unchained, heads, faults, faultCount }
}
