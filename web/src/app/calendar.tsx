import { useQuery } from '@tanstack/react-query'
import { CalendarPage } from '#features/calendar/calendar-page'
import { schemasQuery } from '#features/tables/tables.api'
import { messageOf } from '#lib/message-of'
import { LoadError, Loading } from '#ui/load-state'

/** The calendar of every table that has dates. */
export function Calendar() {
  const { data, error, refetch } = useQuery(schemasQuery)
  if (data) return <CalendarPage tables={data.tables} />
  if (error) return <LoadError text={messageOf(error, 'Failed to load schemas')} onRetry={() => refetch()} />
  return <Loading>Loading the calendar...</Loading>
}
