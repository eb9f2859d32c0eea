import { sectionTitles } from '@app/contracts/website/changes'
import type { WebsiteContent } from '@app/contracts/website/content'
import type { WebsiteFacts } from '@app/contracts/website/facts'
import type { WebsiteLogo } from '@app/contracts/website/logo'
import type { WebsitePicture } from '@app/contracts/website/pictures'
import { timeText } from '@app/contracts/website/placeholders'
import { type Season, seasonText } from '@app/contracts/website/school-facts'
import type { WebsiteSections } from '@app/contracts/website/sections'
import { plainText } from '@app/table-schema'
import { dateText, shortDay } from '#lib/school-time'

type Exception = WebsiteFacts['hours']['exceptions'][number]
type Place = WebsiteFacts['places'][number]
type Section = WebsiteSections[number]
type Question = WebsiteContent['faq']['items'][number]
type Testimonial = WebsiteContent['testimonials']['items'][number]
type Item = Exception | Season | Place | Section | Question | Testimonial | WebsitePicture | WebsiteLogo

const exceptionText = ({ date, opens, closes, note }: Exception) =>
  `${shortDay(date)}: ${opens ? `${timeText(opens)} to ${timeText(closes)}` : 'closed'}${note ? ` (${note})` : ''}`

const placeText = ({ town, place, map, directions }: Place) =>
  [`${town}, ${place}`, map, directions].filter(Boolean).join(', ')

/** A photo in words. */
const pictureText = ({ alt, decorative }: WebsitePicture) =>
  `photo: ${decorative ? 'decoration' : alt || 'no description'}`

function itemText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const item = value as Item
  if ('tone' in item) return `logo: ${item.alt}`
  if ('crop' in item) return pictureText(item)
  if ('date' in item) return exceptionText(item)
  if ('through' in item) return seasonText(item, dateText)
  if ('hidden' in item) return `${sectionTitles[item.name]}${item.hidden ? ' (hidden)' : ''}`
  if ('question' in item) return `${item.question} ${item.answer}`
  if ('author' in item) return `“${item.text}”, ${item.author}`
  return placeText(item)
}

/** A value of the content in words, for a list of changes. */
export function valueText(value: unknown, path: string): string {
  if (path === 'colors') return value ? 'your own colors' : 'as shipped'
  if (path.startsWith('legal.') && typeof value === 'string') return plainText(value) || 'empty'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(itemText).join('; ')
  if (typeof value === 'object' && value !== null) return itemText(value)
  return value === '' || value === undefined || value === null ? 'empty' : String(value)
}
