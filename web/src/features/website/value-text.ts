import type { WebsiteFacts } from '@app/contracts/website/facts'
import { timeText } from '@app/contracts/website/placeholders'
import { shortDay } from '#lib/school-time'

type Exception = WebsiteFacts['hours']['exceptions'][number]
type Place = WebsiteFacts['places'][number]

const exceptionText = ({ date, opens, closes, note }: Exception) =>
  `${shortDay(date)}: ${opens ? `${timeText(opens)} to ${timeText(closes)}` : 'closed'}${note ? ` (${note})` : ''}`

function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  return 'date' in item ? exceptionText(item as Exception) : `${(item as Place).town}, ${(item as Place).place}`
}

/** A value of the content in words, for a list of changes. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(itemText).join('; ')
  return value === '' || value === undefined ? 'empty' : String(value)
}
