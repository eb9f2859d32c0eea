const pacific = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'full',
  timeStyle: 'long',
})

/** "Saturday, July 4, 2026 at 12:05:00 PM PDT": the school's own time. */
export const pacificTime = (at: Date) => pacific.format(at)
