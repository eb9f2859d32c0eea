import { foldedLabel } from '@app/contracts/comparable'
import { enteredLine, enteredSigns, normalEmail, westernDigits } from '@app/contracts/entered-line'
import type { FieldSchema } from '@app/contracts/table-schema'
import { kindOf } from './field'
import { unguarded } from './formula-guard'
import { type DateOrder, writtenDay, writtenInstant } from './import-dates'
import { enteredText } from './record-validation'
import { validateField } from './validate'

/** Units by what they measure, as they stand behind a number. */
const units: readonly { of: RegExp; unit: RegExp }[] = [
  { of: /\binch|\bdraw length\b/i, unit: /^(?:"|''|[′″”“]+|in\.?|inch|inches)$/i },
  { of: /\bmin(?:ute)?s?\b/i, unit: /^(?:m|min\.?|mins\.?|minutes?|['])$/i },
  { of: /\bpound|\blbs?\b|\bdraw weight\b/i, unit: /^(?:#|lbs?\.?|pounds?)$/i },
  { of: /\byard/i, unit: /^(?:yds?\.?|yards?)$/i },
  { of: /\bseats?\b|\bplaces\b/i, unit: /^(?:seats?|places?|spots?|kids|students?|people)$/i },
]
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const plain = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

function amountIn(text: string): number | undefined {
  // "8/10" is no part of a measure.
  const [, whole = '0', above, below] = /^(?:(\d+)[ -])?(\d{1,2})[/\u2044](2|3|4|8|16)$/.exec(text) ?? []
  if (above && Number(above) < Number(below)) return Number(whole) + Number(above) / Number(below)
  if (grouped.test(text)) return Number(text.replaceAll(',', ''))
  return plain.test(text) ? Number(text) : undefined
}

/** Hours where minutes are meant: "1.5 hours", "1 h 30 min", "1:30". */
function minutesIn(text: string): number | undefined {
  const [, hours, more = '0'] =
    /^(\d+(?:\.\d+)?) ?h(?:(?:ou)?rs?)?\.?(?: ?(?:and )?(\d{1,2}) ?m(?:in(?:ute)?s?)?\.?)?$/i.exec(text) ??
    /^(\d{1,2}):(\d{2})(?::00)?$/.exec(text) ??
    []
  return hours && Number(more) < 60 ? Number(hours) * 60 + Number(more) : undefined
}

const dollars = { before: /^([+-]?) ?(?:(?:US)?\$|USD) ?/i, behind: / ?(?:\$|USD|dollars?)$/i }
/** Of a field that does not say which currency it holds. */
const anyMoney = { before: /^([+-]?) ?(?:(?:US)?\$|USD|[€£]) ?/i, behind: / ?(?:[$€£]|USD|dollars?)$/i }

/** A number as people write it: with a currency, thousands, a fraction, or the unit that its field is measured in. */
function writtenNumber(field: FieldSchema, given: string): number | undefined {
  const title = `${field.title ?? ''}`
  // An amount in euros is no amount in dollars.
  const money = /\$|\busd\b/i.test(title) ? dollars : anyMoney
  const [, sign, text = ''] =
    /^([+-]?) ?(.*)$/.exec(given.replace(money.before, '$1').replace(money.behind, '').replaceAll('\u2044', '/')) ?? []
  const [, number = text, unit = ''] = /^([\d.,/ -]*\d\.?)(?: ?)([^\d.,/ -][^\d]*)$/.exec(text) ?? []
  const isMeant = unit === '' || units.some(({ of, unit: one }) => of.test(title) && one.test(unit.trim()))
  // Three digits behind a point are thousands in half of the world, and no amount of money has them.
  if (/\$|\b(?:usd|price|fee|cost)\b/i.test(title) && /^\d{1,3}\.\d{3}$/.test(number.trim())) return undefined
  const amount = isMeant ? amountIn(number.trim()) : undefined
  const value = amount ?? amountIn(text) ?? (units[1]!.of.test(title) ? minutesIn(text) : undefined)
  return value === undefined ? undefined : sign === '-' ? -value : value
}

/** No address is longer, and the patterns here look at a text from each of its places. */
const longest = 500

/** An address as people copy it: out of a link, with its name, with a dot behind it. What is no address is left as it is. */
function writtenEmail(text: string): string {
  if (text.length > longest) return text
  const line = enteredSigns(text)
  const inside = /^[^<>@]*<([^<>]+@[^<>]+)>$/.exec(line)?.[1] ?? line
  const bare = inside
    .replace(/^e-?mail ?: ?/i, '')
    .replace(/^(["'(])(.+)["')]$/, '$2')
    .replace(/^(mailto:)(?: |%20)+/i, '$1')
    .replace(/\?.*$/, '')
    .replace(/[.,;]+$/, '')
  // A blank within parts two addresses, or leaves open what was meant.
  return normalEmail(bare) ?? line
}

type Choice = Pick<FieldSchema, 'enum' | 'enumNames'>
type Option = string | number

/** The meaning of a cell of a CSV file for a field: a value, the labels or ids of referenced records, or an error. */
type ImportedCell = { value: unknown } | { references: string[] } | { error: string }

/** The option that a text names by its stored value or by its label; `undefined` when none or several do. */
function optionNamed({ enum: options = [], enumNames = [] }: Choice, text: string): Option | undefined {
  const exact = options.find((option) => String(option) === text)
  if (exact !== undefined) return exact
  const wanted = foldedLabel(text)
  const named = options.filter((option, at) =>
    [String(option), enumNames[at] ?? ''].some((label) => foldedLabel(label) === wanted),
  )
  return named.length === 1 ? named[0] : undefined
}

const yes = new Set(['true', 'yes', 'y', 't', 'on', '1', '1.0', 'x', '✓', '✔', '☑', '☒', '✅', 'checked'])
const no = new Set(['false', 'no', 'n', 'f', 'off', '0', '0.0', '☐', '✗', '✘', '❌', 'unchecked'])

function booleanIn(text: string): ImportedCell {
  const word = text.toLowerCase().replace(/\.$|\ufe0f/g, '')
  if (yes.has(word)) return { value: true }
  return no.has(word) ? { value: false } : { error: 'must be Yes or No' }
}

function numberIn(field: FieldSchema, text: string): ImportedCell {
  const value = writtenNumber(field, text)
  return value === undefined ? { error: 'must be a number' } : { value }
}

const listed = (text: string) => text.split(/[;\n]/).map(enteredLine).filter(Boolean)

function listIn(field: FieldSchema, text: string): ImportedCell {
  // Names of options hardly ever hold a comma.
  const items =
    field.items?.enum && optionNamed(field.items, text) === undefined ? listed(text.replaceAll(',', ';')) : listed(text)
  if (field.items?.format === 'reference') return { references: items }
  if (!field.items?.enum) return { value: items }
  const values = items.map((item) => optionNamed(field.items ?? {}, item))
  return values.includes(undefined) ? { error: 'contains invalid options' } : { value: values }
}

/** `="text"`, by which programs keep a spreadsheet from reading a text as a number or a date. */
const asFormula = /^\s*=\s*"((?:[^"]|"")*)"\s*$/
/** Shown by a spreadsheet where a formula failed or a column is too narrow: it is no value, and must not replace one. */
const spreadsheetError = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA|#+)$/

/** Signs as some programs export them from pages. */
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const withoutEntities = (text: string) =>
  text.replace(
    /&(?:#(\d{2,6})|#x([\da-f]{2,5})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (all, code?: string, hex?: string, name = '') => {
      const point = code ? Number(code) : Number.parseInt(hex ?? '', 16)
      return named[name.toLowerCase()] ?? (point >= 0x20 && point <= 0x10ffff ? String.fromCodePoint(point) : all)
    },
  )

/** The text that a cell stands for. */
const textOfCell = (cell: string): string => asFormula.exec(cell)?.[1]?.replaceAll('""', '"') ?? unguarded(cell)
/** A day that databases and Outlook write for none. */
const noDay = /^0{1,4}[/.-]0{1,2}[/.-]0{1,4}(?:[ T]0{1,2}:00(?::00)?)?$/

function textIn(field: FieldSchema, text: string, order: DateOrder): ImportedCell {
  // An apostrophe at the start keeps a spreadsheet from reading what follows.
  const line = westernDigits(enteredSigns(text)).replace(/^'(?=\d)/, '')
  switch (field.format) {
    case 'date':
    case 'date-time': {
      const value = field.format === 'date' ? writtenDay(line, order) : writtenInstant(line, order)
      if (value && !validateField({ type: 'string', format: field.format }, '', false, value)) return { value }
      const isSkipped = !value && field.format === 'date-time' && writtenDay(line, order) !== undefined
      return { error: isSkipped ? 'is a time that the clock skips that day (DST)' : 'must be a valid date' }
    }
    case 'reference':
      return { references: [enteredLine(text)] }
    case 'email':
      return { value: writtenEmail(text) }
    case 'textarea':
    case 'rich_text':
      return { value: text }
  }
  return { value: enteredText(field, text) }
}

/**
 * Reads one cell as people and programs write it: labels or stored values of options, Yes or true, dates in the forms of
 * spreadsheets, numbers with units, phones and addresses as they were copied. An empty cell empties the field. The record's own
 * validation judges the value afterwards.
 */
export function importedCell(field: FieldSchema, cell: string, order: DateOrder = {}): ImportedCell {
  const written = textOfCell(cell)
  const text = field.format === 'rich_text' ? written : withoutEntities(written)
  // A half behind a whole number is not a part of it.
  const line = enteredSigns(text.replace(/(\p{Nd})(?=[¼-¾⅐-⅞])/gu, '$1 '))
  if (line === '') return { value: null }
  if ((field.format === 'date' || field.format === 'date-time') && noDay.test(line)) return { value: null }
  if (spreadsheetError.test(line)) return { error: 'is an error of the spreadsheet' }
  const kind = kindOf(field)
  if (kind === 'boolean') return booleanIn(line)
  if (kind === 'number' || kind === 'integer') return numberIn(field, westernDigits(line))
  if (kind === 'array') return listIn(field, text)
  if (kind === 'unknown') return { error: 'cannot be imported' }
  if (!field.enum) return textIn(field, text, order)
  const value = optionNamed(field, line)
  return value === undefined ? { error: 'must be one of the valid options' } : { value }
}
