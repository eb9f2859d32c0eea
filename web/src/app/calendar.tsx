import { useQuery } from '@tanstack/react-query'
import { CalendarPage } from '#features/calendar/calendar-page'
import { schemasQuery } from '#features/list/tables.api'
import { LoadError, Loading } from '#ui/load-state'
import { offerToWrite } from './offer-to-write'

const followUps = { lessons: offerToWrite }

/** The calendar of every table that has dates. */
export function Calendar() {
  const { data, error, refetch } = useQuery(schemasQuery)
  if (data) return <CalendarPage tables={data.tables} followUps={followUps} />
  if (error) return <LoadError error={error} fallback="Failed to load schemas" onRetry={() => refetch()} />
  return <Loading>Loading the calendar...</Loading>
}
