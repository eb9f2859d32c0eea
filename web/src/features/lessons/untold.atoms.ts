import type { TableRecord } from '@app/contracts/tables'
import { atom } from 'jotai'
import * as v from 'valibot'
import { readStored, store } from '#lib/stored'
import type { RecordChange } from '#lib/table-extension'
import { toldFields } from './lesson-message'

const key = 'untold-lessons'
const maxLessons = 50
/** The values of these fields that the people of a lesson were told last. */
const told = v.record(v.string(), v.nullable(v.union([v.string(), v.boolean()])))
type Told = v.InferOutput<typeof told>
const stored = v.record(v.string(), told)

const stateAtom = atom<Readonly<Record<string, Told>>>({})
// Of another tab, too.
stateAtom.onMount = (set) => set(readStored(key, stored) ?? {})

const keepAtom = atom(null, (_get, set, state: Record<string, Told>) => {
  store(key, state)
  set(stateAtom, state)
})

/** Notes what the people of a lesson were told last, before this change. Of several changes the first counts. */
export const noteUntoldAtom = atom(null, (_get, set, before: TableRecord, changed: readonly string[]) => {
  const { [before.id]: known, ...others } = readStored(key, stored) ?? {}
  const values = toldFields.filter((field) => changed.includes(field)).map((field) => [field, before[field] || null])
  const lesson = { ...Object.fromEntries(values), ...known }
  if (!v.is(told, lesson)) return
  set(keepAtom, Object.fromEntries([...Object.entries(others), [before.id, lesson] as const].slice(-maxLessons)))
})

/** The people were written to, or need not know. */
export const forgetUntoldAtom = atom(null, (_get, set, ids: readonly string[]) =>
  set(keepAtom, Object.fromEntries(Object.entries(readStored(key, stored) ?? {}).filter(([id]) => !ids.includes(id)))),
)

const bulkKey = 'untold-bulk'
const maxBulks = 5
const bulk = v.object({ ids: v.array(v.string()), changes: told })
const storedBulks = v.array(bulk)
/** One change of many lessons that their people were not written about. */
export type UntoldBulk = v.InferOutput<typeof bulk>

const bulksAtom = atom<readonly UntoldBulk[]>([])
bulksAtom.onMount = (set) => set(readStored(bulkKey, storedBulks) ?? [])
export const untoldBulksAtom = atom((get) => get(bulksAtom))

const keepBulksAtom = atom(null, (_get, set, bulks: readonly UntoldBulk[]) => {
  store(bulkKey, bulks)
  set(bulksAtom, bulks)
})

const isSameBulk = (one: UntoldBulk, other: UntoldBulk) => JSON.stringify(one) === JSON.stringify(other)

/** Notes a change of many lessons, and returns it; of those of the same lessons the last one counts. */
export const noteUntoldBulkAtom = atom(null, (_get, set, ids: readonly string[], changes: RecordChange['changes']) => {
  const values = toldFields.filter((field) => field in changes).map((field) => [field, changes[field] || null])
  const next = { ids: [...ids], changes: Object.fromEntries(values) }
  if (!v.is(bulk, next)) return undefined
  const others = (readStored(bulkKey, storedBulks) ?? []).filter(
    (each) => !isSameBulk({ ...each, changes: next.changes }, next),
  )
  set(keepBulksAtom, [...others, next].slice(-maxBulks))
  return next
})

export const forgetUntoldBulkAtom = atom(null, (_get, set, told: UntoldBulk) =>
  set(
    keepBulksAtom,
    (readStored(bulkKey, storedBulks) ?? []).filter((each) => !isSameBulk(each, told)),
  ),
)

/** Values of a lesson that people were told otherwise: as they are now, and as they were told. */
export const untoldAtom = atom((get) => {
  const state = get(stateAtom)
  return (record: TableRecord) => {
    const known = Object.entries(state[record.id] ?? {}).filter(([field, value]) => (record[field] || null) !== value)
    if (known.length === 0) return undefined
    const changes = Object.fromEntries(known.map(([field]) => [field, record[field]]))
    return { changes, before: Object.assign({}, record, Object.fromEntries(known)) }
  }
})
