import type { FieldSchema } from '@app/contracts/table-schema'

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
export function writtenNumber(field: FieldSchema, given: string): number | undefined {
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
