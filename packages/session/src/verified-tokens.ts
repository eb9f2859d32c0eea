import { createHash } from 'node:crypto'

const maxTokens = 1_000

/**
 * Caches tokens with a verified signature, by hash, least recently used first out. It saves the signature check only:
 * the session itself is read for every request.
 */
export function verifiedTokens<Claims>(now: () => number) {
  const entries = new Map<string, { claims: Claims; endsAt: number }>()
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64')
  return {
    get(token: string): Claims | undefined {
      const key = hashOf(token)
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (entry.endsAt <= now()) return undefined
      entries.set(key, entry)
      return entry.claims
    },
    add(token: string, claims: Claims, endsAt: number): void {
      entries.set(hashOf(token), { claims, endsAt })
      if (entries.size > maxTokens) entries.delete(entries.keys().next().value!)
    },
    clear: () => entries.clear(),
  }
}
