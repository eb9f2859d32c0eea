import { decodeCalendar } from './decode-calendar'

/** A line of a calendar: its name in capitals, its parameters by their names in capitals. */
export type Property = { name: string; params: Readonly<Record<string, string>>; value: string }
export type Component = { name: string; properties: Property[]; parts: Component[]; isWhole: boolean }

export type CalendarParts = {
  events: Component[]
  zones: Component[]
  /** Of the calendar: the zone of times that have none. */
  zone: string | undefined
  /** True if all of it is canceled. */
  isCanceled: boolean
  /** Tasks and notes, which are no events. */
  others: number
  /** True if it ends where it says that it does. */
  isWhole: boolean
}

const kept = new Set(['VEVENT', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT'])
const texts = new Set(['SUMMARY', 'DESCRIPTION', 'LOCATION', 'COMMENT', 'CONTACT'])
const dates = new Set(['DTSTART', 'DTEND', 'DUE', 'RECURRENCE-ID', 'EXDATE', 'RDATE'])
/** Names that may begin a line. Any other line continues a text whose line breaks were not escaped. */
const names = new Set([
  ...[...texts, ...dates, 'BEGIN', 'END', 'UID', 'DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'SEQUENCE', 'STATUS'],
  ...['DURATION', 'RRULE', 'EXRULE', 'TZID', 'TZNAME', 'TZURL', 'TZOFFSETFROM', 'TZOFFSETTO', 'ORGANIZER', 'ATTENDEE'],
  ...['URL', 'GEO', 'CLASS', 'PRIORITY', 'TRANSP', 'CATEGORIES', 'RESOURCES', 'ATTACH', 'RELATED-TO', 'COMPLETED'],
  ...['REQUEST-STATUS', 'VERSION', 'PRODID', 'CALSCALE', 'METHOD', 'NAME', 'COLOR', 'IMAGE', 'CONFERENCE', 'SOURCE'],
  ...['REFRESH-INTERVAL', 'STYLED-DESCRIPTION', 'STRUCTURED-DATA', 'LOCATION-TYPE', 'PARTICIPANT-TYPE', 'ACTION'],
  ...['TRIGGER', 'REPEAT', 'ACKNOWLEDGED', 'PROXIMITY', 'CALENDAR-ADDRESS', 'LINK', 'CONCEPT', 'REFID', 'FREEBUSY'],
  ...['TIMEZONE-ID', 'TZ'],
])

const lineStart = /^([A-Za-z][\w-]{0,60})[ \t]{0,5}([;:])/
const stamp = String.raw`\s*\d{4}-?\d\d-?\d\d(?:[T ][\d:.,]{4,16}(?:Z|[+-]\d\d:?\d\d)?)?(?:\/[\w:.+-]{1,40})?\s*`
const stamps = new RegExp(`^${stamp}(?:,${stamp})*$`, 'i')

/** Where the value begins: after the first colon outside of quotes; of a date, where what follows is dates, since zones hold colons. */
function valueStart(text: string, name: string): number {
  if (dates.has(name))
    for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1))
      if (stamps.test(text.slice(at + 1))) return at
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === ':' && !isQuoted) return at
  }
  return text.indexOf(':')
}

const signs: Readonly<Record<string, string>> = { n: '\n', '^': '^', "'": '"' }

function parametersOf(text: string): Record<string, string> {
  const params: Record<string, string> = {}
  // A semicolon parts two parameters where a name follows: zones hold semicolons as well.
  for (const part of text.split(/;(?=\s{0,5}[A-Za-z][\w-]{0,60}=)/)) {
    const at = part.indexOf('=')
    if (at <= 0) continue
    const value = part.slice(at + 1).trim()
    const plain = value.startsWith('"') ? value.replace(/^"/, '').replace(/"$/, '') : value
    params[part.slice(0, at).replace(';', '').trim().toUpperCase()] = plain.replaceAll(
      /\^([n^'])/g,
      (_, sign: string) => signs[sign]!,
    )
  }
  return params
}

/** True if a line in mixed case, "Begin:VEvent", is one of the format for what follows its name. */
const isCertain = (name: string, value: string) =>
  dates.has(name)
    ? stamps.test(value)
    : (name === 'BEGIN' || name === 'END') && /^\s*(?:V[A-Z]{4,12}|STANDARD|DAYLIGHT)\s*$/i.test(value)

function propertyOf(line: string): Property | undefined {
  const [, given] = lineStart.exec(line) ?? []
  if (given === undefined) return undefined
  const name = given.toUpperCase()
  // In a text "Location: at the range" is a sentence.
  const isName = names.has(name) || name.startsWith('X-')
  const at = isName ? valueStart(line, name) : -1
  const isUsual = given === name || given === given.toLowerCase()
  return at < 0 || !(isUsual || isCertain(name, line.slice(at + 1)))
    ? undefined
    : { name, params: parametersOf(line.slice(given.length, at)), value: line.slice(at + 1) }
}

/** A line after BEGIN:VEVENT is never folded from it, so blanks before it are indentation. */
const isIndented =
  /(?:^|\n)[ \t]{0,20}BEGIN[ \t]{0,5}:[ \t]{0,5}VEVENT[ \t]{0,20}\n[ \t]{1,20}(?:BEGIN|UID|SUMMARY|DTSTART|DTSTAMP)[;:]/i

/** A calendar whose lines are indented, which is no folding, without that. */
const outdented = (text: string) =>
  isIndented.test(text)
    ? text.replaceAll(/\n[ \t]+(?=([A-Za-z][\w-]{0,60})[ \t]{0,5}[;:])/g, (blank, name: string) =>
        names.has(name.toUpperCase()) || /^x-/i.test(name) ? '\n' : blank,
      )
    : text

/** The lines of a calendar, unfolded, whatever ends them. */
const linesOf = (text: string) =>
  outdented(text.replaceAll(/\r+\n|\r/g, '\n'))
    .replaceAll(/\n[ \t]/g, '')
    .split('\n')

/** As version 1.0 of the format writes texts. */
const isQuotedPrintable = ({ params }: Property) => /^quoted-printable$/i.test(params['ENCODING'] ?? '')
function unquoted(property: Property): void {
  if (!isQuotedPrintable(property)) return
  const bytes = property.value.replaceAll(/=([\dA-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  // Signs that are no bytes were decoded already.
  if (/^[^\u0100-\uffff]*$/.test(bytes)) property.value = decodeCalendar(Buffer.from(bytes, 'latin1')).text
}

/** The zone of times that have none: of Outlook and Google, of other programs, and of version 1.0. */
const zoneNames = ['X-WR-TIMEZONE', 'TIMEZONE-ID', 'TZ']

/** The events and zones of a calendar. One that has no end is what came before the next one. */
export function componentsIn(text: string): CalendarParts {
  const found: CalendarParts = { events: [], zones: [], zone: undefined, isCanceled: false, others: 0, isWhole: false }
  let open: Component[] = []
  /** Names of components that are left out, as alarms are. */
  let skipped: string[] = []
  const close = () => {
    const [first] = open
    for (const property of first?.properties ?? []) unquoted(property)
    if (first) (first.name === 'VEVENT' ? found.events : found.zones).push(first)
    open = []
    skipped = []
  }
  const begin = (name: string) => {
    if (name === 'VEVENT' || name === 'VTIMEZONE' || name === 'VCALENDAR') close()
    if (name === 'VCALENDAR') found.isWhole = false
    else if (!kept.has(name) || skipped.length > 0) {
      if (open.length === 0 && /^V(?:TODO|JOURNAL)$/.test(name)) found.others++
      skipped.push(name)
    } else {
      const component = { name, properties: [], parts: [], isWhole: true }
      open.at(-1)?.parts.push(component)
      open.push(component)
    }
  }
  const end = (name: string) => {
    const at = open.findLastIndex((one) => one.name === name)
    const skippedAt = skipped.lastIndexOf(name)
    if (name === 'VCALENDAR') {
      close()
      found.isWhole = true
    } else if (skippedAt >= 0) skipped = skipped.slice(0, skippedAt)
    else if (at >= 0) {
      skipped = []
      if (at === 0) close()
      else open = open.slice(0, at)
    }
  }
  for (const line of linesOf(text)) {
    const property = propertyOf(line)
    const value = property?.value.trim().toUpperCase() ?? ''
    if (property?.name === 'BEGIN' && /^[A-Z-]{1,40}$/.test(value)) begin(value)
    else if (property?.name === 'END' && /^[A-Z-]{1,40}$/.test(value)) end(value)
    else if (skipped.length > 0) continue
    else if (open.length === 0) {
      if (zoneNames.includes(property?.name ?? '')) found.zone ??= property!.value.trim() || undefined
      if (property?.name === 'METHOD') found.isCanceled = value === 'CANCEL'
    } else {
      const { properties } = open.at(-1)!
      const last = properties.at(-1)
      if (property) properties.push(property)
      else if (last && isQuotedPrintable(last) && last.value.endsWith('=')) last.value = last.value.slice(0, -1) + line
      else if (last && texts.has(last.name) && line.trim() !== '') last.value += `\\n${line}`
    }
  }
  // The text breaks off in it.
  for (const one of open) one.isWhole = false
  close()
  return found
}

export const propertiesIn = ({ properties }: Component, name: string): Property[] =>
  properties.filter((one) => one.name === name)

export const propertyIn = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((one) => one.name === name)

/** The value of a property, without blanks around it; empty if there is none. */
export const valueIn = (item: Component, name: string): string => propertyIn(item, name)?.value.trim() ?? ''

/** A text without the backslashes of the format. */
export const plainText = (value: string): string =>
  value.replaceAll(/\\([\\;,nN:"])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
