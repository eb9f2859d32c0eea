import { useQuery } from '@tanstack/react-query'
import { CalendarPage } from '#features/calendar/calendar-page'
import { schemasQuery } from '#features/tables/tables.api'
import { messageOf } from '#lib/message-of'
import { Spinner } from '#ui/spinner'

/** The calendar of every table that has dates. */
export function Calendar() {
  const { data, error } = useQuery(schemasQuery)
  if (data) return <CalendarPage tables={data.tables} />
  if (error) return <p role="alert">{messageOf(error, 'Failed to load schemas')}</p>
  return (
    <p role="status" className="flex items-center gap-2 py-10 text-muted">
      <Spinner />
      Loading the calendar...
    </p>
  )
}
