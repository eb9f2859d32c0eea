import { attendance } from '@app/contracts/today'
import type { QueryClient } from '@tanstack/react-query'
import { atom, type createStore } from 'jotai'
import * as v from 'valibot'
import { deviceTurn, forget, keep, keptDays, readAllKept } from '#lib/device-store'
import { type Unsaved, unsavedStateAtom } from '../attendance.atoms'
import type { Changes } from '../marks'
import { attendanceKey, type SavedAttendance } from '../saved-attendance'
import { emptyOutboxAtom } from './use-send-outbox'

type Store = ReturnType<typeof createStore>
type Kept = {
  change?: Changes[string] | undefined
  collision?: Omit<Unsaved['collisions'][number], 'student'> | undefined
}

const unsavedPrefix = 'unsent/mark/'
const savedPrefix = 'attendance/'
const mark = v.optional(attendance)
const keptMark = v.object({
  change: v.optional(v.object({ from: mark, to: mark })),
  collision: v.optional(v.object({ mine: mark, theirs: mark })),
})
const keptSaved = v.object({ marks: v.record(v.string(), attendance), version: v.nullable(v.string()) })

/** True if every mark is on the device: `page` while one is being written, or where the browser stores nothing. */
export const marksPlaceAtom = atom<'device' | 'page'>('page')

/** Unsaved marks by lesson and student, each an entry of its own: two tabs then differ in single marks. */
function entriesOf(all: Readonly<Record<string, Unsaved>>): Map<string, Kept> {
  const entries = new Map<string, Kept>()
  for (const [lesson, { changes, collisions }] of Object.entries(all)) {
    for (const [student, change] of Object.entries(changes)) entries.set(`${lesson}/${student}`, { change })
    for (const { student, ...collision } of collisions) {
      const key = `${lesson}/${student}`
      entries.set(key, { ...entries.get(key), collision })
    }
  }
  return entries
}

function unsavedFrom(entries: readonly (readonly [string, Kept])[]): Record<string, Unsaved> {
  const all: Record<string, Unsaved> = {}
  for (const [key, { change, collision }] of entries) {
    const [lesson = '', student = ''] = key.split('/')
    const { changes, collisions } = all[lesson] ?? { changes: {}, collisions: [] }
    all[lesson] = {
      changes: change ? { ...changes, [student]: change } : changes,
      collisions: collision ? [...collisions, { student, ...collision } as Unsaved['collisions'][number]] : collisions,
    }
  }
  return all
}

const turnAtom = atom('')

/** The next person at this device, or the next session, does not send what this page still knows of the one before. */
export function forgetEarlierTurn(store: Store) {
  if (store.get(turnAtom) === deviceTurn()) return
  store.set(turnAtom, deviceTurn())
  store.set(unsavedStateAtom, {})
  store.set(emptyOutboxAtom)
}

/** Takes over what an earlier page has left on the device; what this page knows already is newer. */
export async function restoreMarks(store: Store, client: QueryClient) {
  const [unsaved, saved] = await Promise.all([
    readAllKept(unsavedPrefix, keptMark),
    readAllKept(savedPrefix, keptSaved),
  ])
  for (const [lesson, attendance] of saved)
    if (!client.getQueryData(attendanceKey(lesson))) client.setQueryData(attendanceKey(lesson), attendance)
  const known = entriesOf(store.get(unsavedStateAtom))
  const merged = new Map([...(unsaved as [string, Kept][]), ...known])
  if (merged.size === known.size) return
  store.set(unsavedStateAtom, unsavedFrom([...merged]))
  if (known.size === 0) store.set(marksPlaceAtom, 'device')
}

/** Keeps each mark on the device from when it is made until it is saved. Returns what stops it. */
export function keepMarks(store: Store): () => void {
  let before = entriesOf(store.get(unsavedStateAtom))
  let writing: Promise<unknown> = Promise.resolve()
  let latest = 0
  const write = (key: string, entry: Kept | undefined) =>
    entry ? keep(unsavedPrefix + key, entry) : forget(unsavedPrefix + key).then(() => true)
  return store.sub(unsavedStateAtom, () => {
    const now = entriesOf(store.get(unsavedStateAtom))
    const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
      (key) => JSON.stringify(before.get(key)) !== JSON.stringify(now.get(key)),
    )
    before = now
    if (changed.length === 0) return
    latest += 1
    const turn = latest
    store.set(marksPlaceAtom, 'page')
    // In the order in which they were made.
    writing = writing.then(async () => {
      const stored = await Promise.all(changed.map((key) => write(key, now.get(key))))
      if (turn === latest && stored.every(Boolean)) store.set(marksPlaceAtom, 'device')
    })
  })
}

/** Keeps what was saved of a lesson: a page that starts without a connection would show it as not marked. */
export const keepSaved = (lesson: string, saved: SavedAttendance) =>
  keep(savedPrefix + lesson, saved, keptDays().tomorrow)
