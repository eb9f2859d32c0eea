import { serveOnce } from '@app/reader/serve-reader'
import { CalendarFault, calendarEvents } from './bookings/calendar-events'
import { readerInput } from './bookings/calendar-process'
import { decodeCalendar } from './bookings/ical/decode-calendar'

/** Reads a calendar and writes its events as JSON (`bookings/calendar-process.ts`). One that takes too long ends this process only. */
await serveOnce(
  (input) => {
    const { charset, zones, bytes } = readerInput(input)
    const { text, note } = decodeCalendar(bytes, charset)
    const read = calendarEvents(text, Date.now(), zones)
    return JSON.stringify(note === undefined ? read : { ...read, notes: [note, ...read.notes] })
  },
  (error) => error instanceof CalendarFault,
)
