import { serveOnce } from '@app/reader/serve-reader'
import { CalendarFault, calendarEvents } from './bookings/calendar-events'

/** Reads a calendar and writes its events as JSON (`bookings/calendar-process.ts`). A rule that repeats without end ends this process only. */
await serveOnce(
  (calendar) => JSON.stringify(calendarEvents(new TextDecoder().decode(calendar), Date.now())),
  (error) => error instanceof CalendarFault,
)
