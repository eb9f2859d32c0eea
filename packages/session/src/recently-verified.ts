import { createHash } from 'node:crypto'

const most = 1_000

/**
 * Tokens whose signature was good, by their hash; the one used longest ago makes room. It spares a signature check only:
 * whether the session lives is asked elsewhere, for every request.
 */
export function recentlyVerified<Claims>(now: () => number) {
  const entries = new Map<string, { claims: Claims; endsAt: number }>()
  const keyOf = (token: string) => createHash('sha256').update(token).digest('base64')
  return {
    get(token: string): Claims | undefined {
      const key = keyOf(token)
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (entry.endsAt <= now()) return undefined
      entries.set(key, entry)
      return entry.claims
    },
    add(token: string, claims: Claims, endsAt: number): void {
      entries.set(keyOf(token), { claims, endsAt })
      if (entries.size > most) entries.delete(entries.keys().next().value!)
    },
    clear: () => entries.clear(),
  }
}
