import { AppError } from '@app/contracts/errors'
import { escapeHtml } from '@app/contracts/escape-html'
import { idempotencyHeader } from '@app/contracts/idempotency'
import { createRecord } from '@app/contracts/record-changes'
import { readRecord } from '@app/contracts/records'
import type { TableRecord } from '@app/contracts/tables'
import { readToday } from '@app/contracts/today'
import { plainText } from '@app/table-schema/rich-text'
import { useQueryClient } from '@tanstack/react-query'
import { atom, useSetAtom, useStore } from 'jotai'
import { useCallback, useRef } from 'react'
import * as v from 'valibot'
import { callApi } from '#lib/call-api'
import { isUnreachable, noteOutcome } from '#lib/connection'
import { forget, keep, readAllKept } from '#lib/device-store'
import { failureText } from '#lib/failure-text'
import { newKey } from '#lib/idempotency-key'
import { currentRecord, reloadRecords, updateRecord } from '#lib/records'

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

const failEntryAtom = atom(null, (get, set, key: string, failure: Pick<Waiting, 'failure' | 'isFull'>) =>
  set(
    waitingAtom,
    get(waitingAtom).map((each) => (each.key === key ? { key, entry: each.entry, ...failure } : each)),
  ),
)

const maxAttempts = 5
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [])
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** No seat is left for a walk-in. */
export class LessonFull extends AppError {
  constructor(taken: number, seats: number) {
    super('conflict', `This lesson is full: ${taken} of ${seats} seats are taken.`)
  }
}

/**
 * Writes the fields that `fieldsFor` returns for a record, and retries when the record was changed meanwhile.
 * Without fields there is nothing left to write, as after a save whose answer was lost.
 */
async function change(table: string, id: string, fieldsFor: (record: TableRecord) => object | undefined) {
  let record = await callApi(readRecord, { params: { table, id } })
  for (let attempt = 1; ; attempt++) {
    const fields = fieldsFor(record)
    if (!fields) return
    try {
      await updateRecord(table, id, fields, record['updated_at'])
      return
    } catch (error) {
      const current = currentRecord(error)
      if (!current || attempt === maxAttempts) throw error
      record = current
    }
  }
}

/** Adds a record under a key, by which a repeated call finds the one that the first call added. */
const added = async (table: string, key: string, body: Record<string, unknown>): Promise<string> =>
  (await callApi(createRecord, { params: { table }, body, headers: { [idempotencyHeader]: key } })).id

/** The guardian first: a student under 18 is never added without one. */
async function withGuardian(key: string, values: Record<string, unknown>, guardian: NewGuardian): Promise<string> {
  const id = await added('guardians', `${key}-guardian`, { ...guardian })
  return added('students', key, { ...values, guardians: [id] })
}

/** The person of a walk-in. One that was entered before guardians were records has the name of the guardian as a text. */
async function studentOf(key: string, { person }: WalkInEntry): Promise<string> {
  if ('id' in person) return person.id
  const { values, guardian } = person
  if (guardian) return withGuardian(key, values, guardian)
  try {
    return await added('students', key, values)
  } catch (error) {
    const { guardian: text, ...rest } = values
    if (!(error instanceof AppError) || !error.fields?.['guardian'] || textOf(text).trim() === '') throw error
    return withGuardian(key, rest, { name: textOf(text).trim(), phone: textOf(values['phone']) })
  }
}

/** Seat and mark are one write: the student is never in the lesson without being marked as present. */
function seated(student: string, { students, seats, present }: TableRecord, oneMoreSeat: boolean): object | undefined {
  const ids = listOf(students)
  const here = listOf(present)
  if (ids.includes(student)) return here.includes(student) ? undefined : { present: [...here, student] }
  const free = Number(seats) + (oneMoreSeat ? 1 : 0)
  if (ids.length >= free) throw new LessonFull(ids.length, Number(seats))
  const fields = { students: [...ids, student], present: [...here, student] }
  return ids.length >= Number(seats) ? { ...fields, seats: ids.length + 1 } : fields
}

/** The notes with one line more; nothing when they have it already. */
function noted({ table, line }: NoteEntry, { notes }: TableRecord): object | undefined {
  const before = textOf(notes).trimEnd()
  // The notes of lessons are formatted text.
  if (table === 'lessons')
    return plainText(before).includes(line) ? undefined : { notes: `${before}<p>${escapeHtml(line)}</p>` }
  return before.split('\n').includes(line) ? undefined : { notes: before === '' ? line : `${before}\n${line}` }
}

/** Sends an entry; sent twice, it has its effect once. @throws AppError what refuses it, {@link LessonFull} among others */
export async function sendEntry(key: string, entry: OutboxEntry, oneMoreSeat = false) {
  if (entry.kind === 'note') return change(entry.table, entry.record, (record) => noted(entry, record))
  const student = await studentOf(key, entry)
  return change('lessons', entry.lesson, (lesson) => seated(student, lesson, oneMoreSeat))
}

const retryable = ({ failure }: Waiting) => failure === undefined

/** Sends what was entered without a connection, one after the other. What the server refuses stays, with the reason, until it is decided. */
export function useSendOutbox() {
  const store = useStore()
  const client = useQueryClient()
  const remove = useSetAtom(removeEntryAtom)
  const fail = useSetAtom(failEntryAtom)
  const sending = useRef<Promise<number>>(null)

  const send = useCallback(
    async ({ key, entry }: Waiting, oneMoreSeat = false): Promise<'sent' | 'refused' | 'offline'> => {
      try {
        await sendEntry(key, entry, oneMoreSeat)
        noteOutcome()
        await remove(key)
        const table = entry.kind === 'note' ? entry.table : 'lessons'
        await Promise.all([client.invalidateQueries({ queryKey: [readToday.id] }), reloadRecords(client, table)])
        return 'sent'
      } catch (error) {
        noteOutcome(error)
        if (isUnreachable(error)) return 'offline'
        fail(key, { failure: failureText(error, 'It could not be sent.'), isFull: error instanceof LessonFull })
        return 'refused'
      }
    },
    [client, remove, fail],
  )

  /** Sends everything that was not refused. Resolves with how many entries were sent. */
  const sendAll = useCallback(() => {
    const run = async () => {
      let sent = 0
      for (const waiting of store.get(outboxAtom).filter(retryable)) {
        const outcome = await send(waiting)
        if (outcome === 'offline') break
        if (outcome === 'sent') sent += 1
      }
      return sent
    }
    sending.current ??= run().finally(() => {
      sending.current = null
    })
    return sending.current
  }, [store, send])

  return { send, sendAll }
}
