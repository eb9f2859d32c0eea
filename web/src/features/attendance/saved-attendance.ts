import { readRecord } from '@app/contracts/records'
import type { TableRecord } from '@app/contracts/tables'
import type { DayLesson } from '@app/contracts/today'
import * as v from 'valibot'
import { callApi } from '#lib/call-api'
import { currentRecord, updateRecord } from '#lib/records'
import { listsFrom, type Marks, marksFrom } from './marks'

export type SavedAttendance = { marks: Marks; version: string | null }

/** Of what is saved of a lesson, and of its saves. */
export const attendanceKey = (lesson: string) => ['attendance', lesson] as const

const ids = v.fallback(v.array(v.string()), [])
const lists = v.object({
  present: v.optional(ids, []),
  absent: v.optional(ids, []),
  excused: v.optional(ids, []),
  updated_at: v.optional(v.nullable(v.string()), null),
})

function savedFrom(record: TableRecord): SavedAttendance {
  const { updated_at, ...attendance } = v.parse(lists, record)
  return { marks: marksFrom(attendance satisfies DayLesson['attendance']), version: updated_at }
}

/** Saves the marks of a lesson. @throws AppError with status 409 when the lesson has changed since `version` */
export async function saveMarks(lesson: string, marks: Marks, version: string | null): Promise<SavedAttendance> {
  return savedFrom(await updateRecord('lessons', lesson, listsFrom(marks), version))
}

/** The saved marks. @throws AppError with status 404 when the lesson was deleted */
export const readSaved = async (lesson: string): Promise<SavedAttendance> =>
  savedFrom(await callApi(readRecord, { params: { table: 'lessons', id: lesson } }))

const seats = v.object({ students: v.nullish(v.array(v.string())) })

/** The students of the lesson, from a 409 of `saveMarks`; `undefined` where the answer does not say. */
export function seatedFrom(error: unknown): readonly string[] | undefined {
  const read = v.safeParse(seats, currentRecord(error))
  if (!read.success) return undefined
  // An empty list is read as null.
  return read.output.students === null ? [] : read.output.students
}

/** The saved marks, from a 409 of `saveMarks`. */
export function currentFrom(error: unknown): SavedAttendance | undefined {
  const record = currentRecord(error)
  return record && savedFrom(record)
}
