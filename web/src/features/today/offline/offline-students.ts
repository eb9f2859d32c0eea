import type { LessonDay } from '@app/contracts/today'
import { readableTableSchema, type TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSchema } from '#features/records/list/use-schema'
import { keep, keptDays, readKept } from '#lib/device-store'
import { local } from '#lib/query-client'
import { keptTodayQuery, todayQuery } from '../today.api'

const key = 'schema/students'

/** The fields of students, as the server or this device knows them. */
export function useKeptStudents(): TableSchema | undefined {
  const known = useSchema('students')
  useEffect(() => {
    if (known) keep(key, known, keptDays().tomorrow)
  }, [known])
  const kept = useQuery({
    queryKey: ['kept', key],
    queryFn: async () => (await readKept(key, readableTableSchema)) ?? null,
    enabled: !known,
    meta: local,
  }).data
  return known ?? kept ?? undefined
}

/** The lesson days that the page shows, from the server or from this device. */
export function useKnownDays(): readonly LessonDay[] {
  const { data } = useQuery({ ...todayQuery, enabled: false })
  const { data: kept } = useQuery({ ...keptTodayQuery, enabled: false })
  return data?.days ?? kept?.answer.days ?? []
}
