import type { mailingStore, StoredMailing } from './mailing'

type Store = ReturnType<typeof mailingStore>

/** Mailings without a database. */
export function mailingsInMemory() {
  const stored = new Map<string, StoredMailing>()
  const store = {
    find: async (id) => stored.get(id),
    async insert({ id, byId, requestId, recipients, ...given }) {
      const earlier = stored.get(id)
      if (earlier) return earlier
      const held = recipients.map(({ name, email: to }, n) => ({ name, to, n }))
      const mailing = {
        ...{ _id: { toHexString: () => id }, ...given, by_id: byId, request_id: requestId, idempotency_key: id },
        ...{ held, mails: [], total: recipients.length, created_at: new Date() },
      } as unknown as StoredMailing
      stored.set(id, mailing)
      return mailing
    },
    async usage(byId) {
      const all = [...stored.values()]
      const theirs = all.filter(({ by_id }) => by_id === byId)
      const mails = (some: StoredMailing[]) => some.reduce((sum, { total = 0 }) => sum + total, 0)
      return { mailings: theirs.length, mails: mails(theirs), siteMails: mails(all) }
    },
    async admit(id) {
      const mailing = stored.get(id)
      if (mailing) stored.set(id, { ...mailing, is_admitted: true })
      return mailing !== undefined
    },
    refuse: async (id) => stored.get(id)?.is_admitted !== true && stored.delete(id),
    async release({ _id }, count) {
      const mailing = stored.get(_id.toHexString())
      if (!mailing?.held) return undefined
      const released = mailing.held
        .slice(0, count)
        .map(({ name, to, n }) => ({ name, to, message_id: `<${n}@x>`, state: 'pending' }))
      const after = {
        ...mailing,
        mails: [...mailing.mails, ...released],
        held: mailing.held.slice(count),
      } as unknown as StoredMailing
      stored.set(_id.toHexString(), after)
      return after
    },
  } satisfies Partial<Store>
  return { store, stored }
}
