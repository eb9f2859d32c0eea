import * as v from 'valibot'

const key = 'pending_login'
const shape = v.object({ state: v.optional(v.string()), returnUrl: v.string(), sameTab: v.boolean() })

/** A login that left this window for the provider, where it leads afterwards, and whether another page waits for it. */
export type PendingLogin = v.InferOutput<typeof shape>

export const keepPendingLogin = (pending: PendingLogin, storage = sessionStorage) =>
  storage.setItem(key, JSON.stringify(pending))

/** Read once: what it holds belongs to a single return. */
export function takePendingLogin(): PendingLogin | undefined {
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), shape), text)
  return read.success ? read.output : undefined
}
