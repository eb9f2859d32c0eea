import { CalendarFault, calendarEvents } from './incoming/calendar-events'
import { refusedCode } from './reader-process'

/** Reads a calendar from the standard input and writes its events as JSON (`incoming/calendar-process.ts`). A rule that repeats without end ends this process only. */
try {
  await Bun.write('/proc/self/oom_score_adj', '1000').catch(() => {})
  const text = new TextDecoder().decode(await Bun.stdin.bytes())
  await Bun.write(Bun.stdout, JSON.stringify(calendarEvents(text, Date.now())))
} catch (error) {
  if (!(error instanceof CalendarFault)) throw error
  process.stderr.write(error.message)
  process.exitCode = refusedCode
}
