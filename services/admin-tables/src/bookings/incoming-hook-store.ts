import { minutes, seconds } from '@app/contracts/durations'
import {
  type CalendarRead,
  type HookMeaning,
  type HookSource,
  type HookState,
  type IncomingHook,
  maxIncomingHooks,
  maxUnreadShown,
} from '@app/contracts/incoming-hooks'
import { newSecret, secretHash } from '@app/session'
import { type Collection, ObjectId } from 'mongodb'
import type { SealedTexts } from '../tables/sealed-texts'

const maxTimeMS = seconds(4)
const fetchedEvery = minutes(15)

export type StoredHook = {
  _id: ObjectId
  name: string
  source: HookSource
  table: string
  state: HookState
  meaning: HookMeaning | null
  owner_id: string
  created_at: Date
  last_delivery_at: Date | null
  /** Of the secret in its address; a calendar has none. */
  token_hash?: string
  /** Sealed: the key that its deliveries are signed with. */
  signing_key?: string
  /** A person has confirmed that its deliveries may change how people are reached. It counts while they are signed. */
  changes_contacts?: true
  calendar?: {
    /** Sealed: it may hold a secret. */
    address: string
    host: string
    fetch_at: Date
    fetched_at: Date | null
    fault: string | null
    /** The content of the calendar that was read last; of events that were not read the first ones. */
    read?: NonNullable<NonNullable<IncomingHook['calendar']>['read']>
    /** Answers of people about time zones: names hold dots, which names of fields must not. */
    zones?: { name: string; zone: string }[]
  }
}
type Zones = NonNullable<IncomingHook['calendar']>['zones']

export const zonesIn = ({ calendar }: StoredHook): Zones =>
  Object.fromEntries((calendar?.zones ?? []).map(({ name, zone }) => [name, zone]))
type NewHook = Pick<StoredHook, 'name' | 'source' | 'table' | 'meaning'> & {
  address: string | undefined
  signingKey: string | undefined
}
type HookChange = Pick<StoredHook, 'name' | 'state' | 'meaning'> & {
  address: string | undefined
  signingKey: string | undefined
  changesContacts?: boolean | undefined
  zones?: Zones | undefined
}

/** Of deliveries that anybody could have sent nobody can confirm it. */
export const mayChangeContacts = ({ signing_key, changes_contacts }: StoredHook): boolean =>
  signing_key !== undefined && changes_contacts === true

const contextOf = (id: ObjectId, what: 'key' | 'address') => `incoming hook ${id.toHexString()} ${what}`

/** Incoming hooks and subscribed calendars. */
export function incomingHookStore(
  collection: (name: string) => Collection,
  texts: SealedTexts,
  now = () => new Date(),
  onDue = () => {},
) {
  const hooks = () => collection('incoming_hooks') as unknown as Collection<StoredHook>
  const byId = (id: string) => ({ _id: new ObjectId(id) })
  const calendarAt = (_id: ObjectId, address: string): NonNullable<StoredHook['calendar']> => ({
    address: texts.seal(contextOf(_id, 'address'), address),
    host: new URL(address).host,
    fetch_at: now(),
    fetched_at: null,
    fault: null,
  })

  return {
    prepare: async () => {
      await hooks().createIndex({ token_hash: 1 }, { name: 'token', unique: true, sparse: true })
    },

    list: (): Promise<StoredHook[]> =>
      hooks()
        .find({}, { sort: { created_at: 1 }, maxTimeMS })
        .toArray(),
    find: async (id: string): Promise<StoredHook | undefined> =>
      (await hooks().findOne(byId(id), { maxTimeMS })) ?? undefined,
    byToken: async (token: string): Promise<StoredHook | undefined> =>
      (await hooks().findOne({ token_hash: secretHash(token) }, { maxTimeMS })) ?? undefined,

    /** `undefined` where deliveries need not be signed; `null` when the key was sealed with another key. */
    signingKey({ _id, signing_key }: StoredHook): string | undefined | null {
      return signing_key === undefined ? undefined : (texts.open(contextOf(_id, 'key'), signing_key) ?? null)
    },
    addressOf: ({ _id, calendar }: StoredHook): string | undefined =>
      calendar && texts.open(contextOf(_id, 'address'), calendar.address),

    /** `undefined` when there are as many as may be. The token is not stored. */
    async create(given: NewHook, ownerId: string): Promise<{ id: string; token: string | null } | undefined> {
      if ((await hooks().countDocuments({}, { maxTimeMS })) >= maxIncomingHooks) return undefined
      const _id = new ObjectId()
      const { name, source, table, meaning, address, signingKey } = given
      const token = address === undefined ? newSecret() : null
      await hooks().insertOne({
        _id,
        name,
        source,
        table,
        meaning,
        owner_id: ownerId,
        created_at: now(),
        last_delivery_at: null,
        state: meaning ? 'active' : 'learning',
        ...(token !== null && { token_hash: secretHash(token) }),
        ...(signingKey && { signing_key: texts.seal(contextOf(_id, 'key'), signingKey) }),
        ...(address !== undefined && { calendar: calendarAt(_id, address) }),
      })
      onDue()
      return { id: _id.toHexString(), token }
    },

    async change(id: string, given: HookChange, ownerId: string): Promise<StoredHook | undefined> {
      const _id = new ObjectId(id)
      const { name, state, meaning, address, signingKey, changesContacts, zones } = given
      const changed = await hooks().findOneAndUpdate(
        { _id },
        {
          $set: {
            name,
            state,
            meaning,
            owner_id: ownerId,
            ...(signingKey && { signing_key: texts.seal(contextOf(_id, 'key'), signingKey) }),
            ...(changesContacts && signingKey !== '' && { changes_contacts: true as const }),
            ...(address !== undefined && { calendar: calendarAt(_id, address) }),
            // Fetched again at once: now more of it can be read.
            ...(address === undefined &&
              zones && {
                'calendar.zones': Object.entries(zones).map(([name, zone]) => ({ name, zone })),
                'calendar.fetch_at': now(),
              }),
          },
          ...((signingKey === '' || changesContacts === false) && {
            $unset: {
              ...(signingKey === '' && { signing_key: 1 as const }),
              changes_contacts: 1 as const,
            },
          }),
        },
        { returnDocument: 'after', maxTimeMS },
      )
      onDue()
      return changed ?? undefined
    },

    /** The former address is refused from now on. */
    async replaceToken(id: string): Promise<string | undefined> {
      const token = newSecret()
      const filter = { ...byId(id), token_hash: { $exists: true } }
      const { matchedCount } = await hooks().updateOne(filter, { $set: { token_hash: secretHash(token) } })
      return matchedCount === 1 ? token : undefined
    },

    remove: async (id: string): Promise<boolean> => (await hooks().deleteOne(byId(id))).deletedCount === 1,

    noteDelivery: async (id: string): Promise<void> =>
      void (await hooks().updateOne(byId(id), { $max: { last_delivery_at: now() } })),

    /** Takes a calendar that is due: no other replica fetches it before its next time. */
    async takeCalendar(): Promise<StoredHook | undefined> {
      const at = now()
      const taken = await hooks().findOneAndUpdate(
        { state: { $ne: 'paused' }, 'calendar.fetch_at': { $lte: at } },
        { $set: { 'calendar.fetch_at': new Date(at.getTime() + fetchedEvery) } },
        { sort: { 'calendar.fetch_at': 1 }, returnDocument: 'after', maxTimeMS },
      )
      return taken ?? undefined
    },

    /** @param read what its events are, when they were taken */
    async noteFetch({ _id, calendar }: StoredHook, fault: string | null, read?: CalendarRead): Promise<void> {
      const unread = read?.unread.slice(0, maxUnreadShown)
      const $set = {
        'calendar.fault': fault,
        ...(read && {
          'calendar.fetched_at': now(),
          'calendar.read': { ...read, unread, unreadCount: read.unread.length },
        }),
      }
      // Unless it has another address by now.
      await hooks().updateOne({ _id, 'calendar.address': calendar!.address }, { $set })
    },
  }
}

export type IncomingHookStore = ReturnType<typeof incomingHookStore>
