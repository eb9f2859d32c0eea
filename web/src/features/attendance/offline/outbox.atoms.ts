import { atom } from 'jotai'
import * as v from 'valibot'
import { forget, keep, readAllKept } from '#lib/device-store'
import { newKey } from '#lib/idempotency-key'

const text = v.string()

/** A guardian to add with a new student. */
const newGuardian = v.object({ name: text, phone: text })
export type NewGuardian = v.InferOutput<typeof newGuardian>

/** A person who came to a lesson without being expected: one who is known, or one to add. */
const walkIn = v.object({
  kind: v.literal('walk-in'),
  lesson: text,
  /** The title of the lesson and the name of the person, to be shown. */
  about: text,
  name: text,
  person: v.union([
    v.object({ id: text }),
    v.object({ values: v.record(text, v.unknown()), guardian: v.optional(newGuardian) }),
  ]),
})
export type WalkInEntry = v.InferOutput<typeof walkIn>

/** A line to add to the notes of a record. */
const note = v.object({
  kind: v.literal('note'),
  table: v.picklist(['students', 'lessons']),
  record: text,
  /** The title of the record, to be shown. */
  about: text,
  /** The whole line, with the moment it was written. */
  line: text,
})
export type NoteEntry = v.InferOutput<typeof note>

/** Entries of this device that are not sent yet, apart from marks. */
const outboxEntry = v.union([walkIn, note])
export type OutboxEntry = v.InferOutput<typeof outboxEntry>

const prefix = 'unsent/entry/'

/** `failure`: why the server refused it. `isFull`: the lesson has no seat left. */
export type Waiting = { key: string; entry: OutboxEntry; failure?: string; isFull?: boolean }

const waitingAtom = atom<readonly Waiting[]>([])
/** Unsent entries, the oldest first. */
export const outboxAtom = atom((get) => get(waitingAtom))

/** Forgets what this page knows; the device keeps it. */
export const emptyOutboxAtom = atom(null, (_get, set) => set(waitingAtom, []))

/** Takes over what an earlier page has left on the device. */
export const restoreOutboxAtom = atom(null, async (get, set) => {
  const kept = (await readAllKept(prefix, outboxEntry)).map(([key, entry]) => ({ key, entry }))
  const known = new Set(get(waitingAtom).map(({ key }) => key))
  const found = kept.filter(({ key }) => !known.has(key))
  if (found.length > 0)
    set(
      waitingAtom,
      [...found, ...get(waitingAtom)].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    )
})

/** Enters something to be sent. It is shown once it is on the device. Its key, by which it is sent once, begins with the time. */
export const enterAtom = atom(null, async (get, set, entry: OutboxEntry) => {
  const key = `${Date.now().toString(36).padStart(9, '0')}${newKey()}`
  await keep(prefix + key, entry)
  set(waitingAtom, [...get(waitingAtom), { key, entry }])
})

/** Removes what was sent or is given up. */
export const removeEntryAtom = atom(null, async (get, set, key: string) => {
  await forget(prefix + key)
  set(
    waitingAtom,
    get(waitingAtom).filter((each) => each.key !== key),
  )
})

export const failEntryAtom = atom(null, (get, set, key: string, failure: Pick<Waiting, 'failure' | 'isFull'>) =>
  set(
    waitingAtom,
    get(waitingAtom).map((each) => (each.key === key ? { key, entry: each.entry, ...failure } : each)),
  ),
)
