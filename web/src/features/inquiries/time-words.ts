const near = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
const formatters = new Map<string, Intl.DateTimeFormat>()

/** An instant by the clock of whoever reads, as short as it is clear: the year only where it is not this one. */
export function timeWords(instant: string, now = Date.now(), locale?: string, timeZone?: string): string {
  const date = new Date(instant)
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  const key = `${isThisYear} ${locale} ${timeZone}`
  const made =
    formatters.get(key) ??
    new Intl.DateTimeFormat(locale, { ...near, ...(!isThisYear && { year: 'numeric' }), timeZone })
  formatters.set(key, made)
  return made.format(date)
}
