import { type Head, placeOf, type StoredEntry } from './models/audit-collection'
import type { ReadSigned } from './sign-heads'

/** `missing`: a gap or an end cut off; `changed`: not what was written; `moved`: not a place in a chain. */
export type AuditFault = { place: string; kind: 'missing' | 'changed' | 'moved'; at?: Date; text: string }

/** A place whose hash is known from elsewhere, and when it was seen. */
type Witness = { place: string; hash: string; when: string }
/** Evidence that a verification compares the chains with, apart from their own content. */
export type Evidence = {
  /** Reads what auth has signed. Without it signatures are not looked at. */
  read?: ReadSigned
  /** Signed heads that were kept outside the database: from the log or the daily mail. */
  signed?: readonly string[]
  /** Heads from an archive, whose own signature is verified. */
  archives?: readonly { createdAt: string; heads: Readonly<Record<string, Head>> }[]
}

const ofHeads = (heads: Readonly<Record<string, Head>>, when: string): Witness[] =>
  Object.entries(heads).map(([chain, { number, hash }]) => ({ place: placeOf(chain, number), hash, when }))

/** Heads as an entry of an earlier verification names them. */
const ofVerification = ({ about }: StoredEntry): Witness[] =>
  Object.entries(about).flatMap(([chain, value]) => {
    const [number, hash] = String(value).split(' ')
    return hash ? [{ place: placeOf(chain, Number(number)), hash, when: 'the audit was verified before' }] : []
  })

/** All witnesses by their place, and the statements that no published key has signed. */
export async function witnessesOf(entries: readonly StoredEntry[], { read, signed = [], archives = [] }: Evidence) {
  const found = archives.flatMap(({ createdAt, heads }) => ofHeads(heads, `the backup of ${createdAt} was made`))
  const faults: AuditFault[] = []
  const addSigned = async (text: string, place: string) => {
    const statement = await read?.(text)
    if (statement) found.push(...ofHeads(statement.heads, `the heads of ${statement.at} were signed`))
    else if (read) faults.push({ place, kind: 'changed', text: 'is not signed with a key of AUDIT_PUBLIC_KEYS' })
  }
  for (const entry of entries)
    if (entry.action === 'sign-heads') await addSigned(String(entry.about['signed']), entry._id)
    else found.push(...ofVerification(entry))
  for (const text of signed) await addSigned(text, 'a given statement of heads')
  return { witnesses: Map.groupBy(found, ({ place }) => place), faults }
}
