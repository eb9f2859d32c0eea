import type { Conversation } from '@app/contracts/conversations'
import { minutes } from '@app/contracts/durations'
import { listRecords } from '@app/contracts/records'
import type { Referrers, TableRecord } from '@app/contracts/tables'
import { optionsOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { recordsKey } from '#lib/records'

const maxStudents = 5

async function recordsWith(table: string, field: string, value: string, signal: AbortSignal): Promise<TableRecord[]> {
  const search = new URLSearchParams({ page: '1', limit: String(maxStudents), [field]: value })
  return (await callApi(listRecords, { params: { table }, search, signal })).data
}

/** Students in whose record the address stands. */
export const studentsOfQuery = (schema: TableSchema | undefined, email: string) =>
  queryOptions({
    queryKey: [...recordsKey('students'), 'of', email],
    queryFn: ({ signal }) => recordsWith('students', schema?.properties['email'] ? 'email__eq' : 'q', email, signal),
    staleTime: minutes(1),
  })

type GuardianOf = { guardian: TableRecord; students: TableRecord[] }

/** Guardians with this address, each with their students. */
export const guardiansOfQuery = (email: string) =>
  queryOptions({
    queryKey: [...recordsKey('students'), 'guardians', email],
    queryFn: async ({ signal }): Promise<GuardianOf[]> => {
      const guardians = await recordsWith('guardians', 'email__eq', email, signal)
      return Promise.all(
        guardians.map(async (guardian) => ({
          guardian,
          students: await recordsWith('students', 'guardians', guardian.id, signal),
        })),
      )
    },
    staleTime: minutes(1),
  })

/** The students of an address, each once: those who have it, and those whose guardian has it. */
export const studentsOf = (own: readonly TableRecord[], families: readonly GuardianOf[]): TableRecord[] => [
  ...new Map([...own, ...families.flatMap(({ students }) => students)].map((one) => [one.id, one])).values(),
]

/** `isWaiting`: on its waiting list, without a seat. */
export type PersonLesson = Referrers[number]['sample'][number] & { isWaiting?: true }

const onceEach = (lessons: readonly PersonLesson[]) => [...new Map(lessons.map((one) => [one.id, one])).values()]

/** The lessons in which students have a seat or wait for one, each once: those to come in their order, and the last ones. */
export function lessonsOf(referrers: Referrers): { coming: PersonLesson[]; past: PersonLesson[] } {
  const of = (field: string) => referrers.filter((one) => one.table === 'lessons' && one.field === field)
  const toCome = (found: Referrers): PersonLesson[] =>
    found.flatMap((one) => one.coming?.sample ?? (one.past ? [] : one.sample))
  const waiting = toCome(of('waiting')).map((one) => ({ ...one, isWaiting: true as const }))
  const coming = onceEach([...waiting, ...toCome(of('students'))])
  const past = onceEach(of('students').flatMap((one) => one.past?.sample ?? []))
  return {
    coming: coming.toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? '')),
    past: past.toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? '')),
  }
}

/** The values of a new lesson from an inquiry: a title, the kind where the interest names one, and the students of the person. */
export function lessonFrom(
  { properties }: TableSchema,
  { name, email, interest }: Conversation['visitor'],
  students: readonly TableRecord[],
): Record<string, unknown> {
  const kind = optionsOf(properties['kind']).find(({ label }) => label.toLowerCase() === interest.toLowerCase())
  return {
    ...(properties['title'] && { title: [interest, name || email].filter(Boolean).join(', ') }),
    ...(kind && { kind: kind.value }),
    ...(properties['students'] && students.length > 0 && { students: students.map(({ id }) => id) }),
  }
}
