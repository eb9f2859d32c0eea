const formatters = new Map<string, Intl.DateTimeFormat>()

/** A formatter for dates, made once for each format and locale: making one takes longer than formatting with it. */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale?: string): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, formatter)
  return formatter
}
