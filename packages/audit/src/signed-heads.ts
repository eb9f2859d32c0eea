import type { PublicKeySet, SigningKey } from '@app/contracts/signing-keys'
import { CompactSign, compactVerify, importJWK } from 'jose'
import * as v from 'valibot'
import type { Head } from './entry'

const algorithm = 'EdDSA'
const type = 'audit-heads'

const statement = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  heads: v.record(v.string(), v.object({ number: v.number(), hash: v.string() })),
})

/** The heads of all chains at one moment. */
export type HeadStatement = { at: string; heads: Record<string, Head> }
export type SignHeads = (heads: HeadStatement) => Promise<string>
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
