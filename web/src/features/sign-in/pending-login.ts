import * as v from 'valibot'

const key = 'pending_login'
const schema = v.object({
  state: v.optional(v.string()),
  returnUrl: v.string(),
  sameTab: v.boolean(),
  keep: v.optional(v.boolean()),
})

/** A login that continues at the provider: its state, its return URL, whether it left this tab, and how long the session is kept. */
export type PendingLogin = v.InferOutput<typeof schema>

export const keepPendingLogin = (pending: PendingLogin, storage = sessionStorage) =>
  storage.setItem(key, JSON.stringify(pending))

/** Removed when read: it belongs to a single redirect. */
export function takePendingLogin(): PendingLogin | undefined {
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return read.success ? read.output : undefined
}
