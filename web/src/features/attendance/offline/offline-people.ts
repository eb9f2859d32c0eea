import { minutes } from '@app/contracts/durations'
import { type LessonDay, readRoster, rosterGuardian } from '@app/contracts/today'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { callApi } from '#lib/call-api'
import { forget, keep, keptDays, readAllKept } from '#lib/device-store'
import { useRights } from '#lib/rights'

const prefix = 'people/'
const text = v.nullable(v.string())
/** Details for an emergency. `guardian` names them all; `phone` is of the student, or of the first guardian who has one. */
const details = v.object({
  guardian: text,
  phone: text,
  notes: text,
  age: v.nullable(v.number()),
  // A device may keep a day from before an update.
  guardians: v.optional(v.array(rosterGuardian), () => []),
})
export type EmergencyDetails = v.InferOutput<typeof details>
const keptPeople = v.record(v.string(), details)

const refreshEvery = minutes(5)

/** Keeps what is needed in an emergency of the students of a day, until the day is over. */
const peopleQuery = (day: LessonDay) =>
  queryOptions({
    // Again when a student is added.
    queryKey: ['kept people', day.date, day.lessons.flatMap(({ students }) => students.map(({ id }) => id))],
    queryFn: async ({ signal }) => {
      const { lessons } = await callApi(readRoster, { query: { date: day.date }, signal })
      const people = lessons.flatMap(({ students }) => students)
      const kept = people.map(({ id, guardian, guardians, phone, notes, age }): [string, EmergencyDetails] => [
        id,
        { guardian, guardians, phone, notes, age },
      ])
      await keep(prefix + day.date, Object.fromEntries(kept), day.date)
      return null
    },
    staleTime: refreshEvery,
    refetchInterval: refreshEvery,
  })

/**
 * Keeps the people of today and tomorrow on this device. Who may not see students has none there, nor on a day without lessons, such as
 * one whose lessons became another person's.
 *
 * @param days undefined while they are not known
 */
export function useKeepPeople(days: readonly LessonDay[] | undefined, isKept: boolean) {
  const mayView = useRights()('students', 'view')
  const dates = Object.values(keptDays())
  const current = mayView && !isKept ? days : undefined
  const asked = current?.filter(({ date }) => dates.includes(date)) ?? []
  const free = current ? dates.filter((date) => !asked.some((day) => day.date === date)) : []
  const forgotten = mayView ? free : dates
  useQueries({ queries: asked.map(peopleQuery) })
  useQuery({
    queryKey: ['forgotten people', forgotten],
    queryFn: () => forget(...forgotten.map((date) => prefix + date)).then(() => null),
    enabled: forgotten.length > 0,
    meta: { local: true },
    // A day may have had lessons in the meantime.
    staleTime: 0,
    gcTime: 0,
  })
}

export const useKeptDetails = (student: string): EmergencyDetails | undefined =>
  useQuery({
    queryKey: ['kept details', student],
    queryFn: async () =>
      (await readAllKept(prefix, keptPeople)).map(([, people]) => people[student]).find(Boolean) ?? null,
    meta: { local: true },
    gcTime: 0,
  }).data ?? undefined
