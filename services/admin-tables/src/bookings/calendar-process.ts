import { seconds } from '@app/contracts/durations'
import { runReader } from '@app/reader/run-reader'
import { CalendarFault, type EventsRead, type ReadCalendar } from './calendar-events'
import type { ChosenZones } from './ical/zones-of'

const limits = { timeoutMs: seconds(15), maxBytes: 190 * 1024 * 1024 }

type Input = { charset: string | undefined; zones: ChosenZones; bytes: Uint8Array }

/** The input of the program: a line of JSON, then the calendar. */
const inputOf = ({ bytes, ...about }: Input): Uint8Array =>
  Buffer.concat([new TextEncoder().encode(`${JSON.stringify(about)}\n`), bytes])

export function readerInput(input: Uint8Array): Input {
  const end = input.indexOf(0x0a)
  const about = JSON.parse(new TextDecoder().decode(input.subarray(0, end))) as Omit<Input, 'bytes'>
  return { ...about, bytes: input.subarray(end + 1) }
}

/** Reads calendars in a process of its own. `program` is the path of `calendar-reader`. */
export const calendarProcess =
  (program: string, within = limits): ReadCalendar =>
  async (bytes, charset, zones) => {
    const { isDone, isRefused, output, message } = await runReader(program, inputOf({ charset, zones, bytes }), within)
    if (!isDone) throw new CalendarFault(isRefused ? message : 'The calendar takes too long to read')
    const read = JSON.parse(new TextDecoder().decode(output)) as EventsRead
    return { ...read, events: read.events.map((one) => ({ ...one, endsAt: new Date(one.endsAt) })) }
  }
