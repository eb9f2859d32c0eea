import type { WebsiteContent } from '@app/contracts/website/content'
import { picturesOf } from '@app/contracts/website/pictures'
import { escapePattern } from '@app/mongo/escape-pattern'
import { literalPattern } from '@app/record-query'

/** The names by which the page may call a person: full names, and the email address. */
export type Called = { names: readonly string[]; address?: string | undefined }

const removedText = '[removed]'

const word = String.raw`[\p{L}\p{N}]`
const inWords = (name: string) => name.trim().split(/\s+/u).map(literalPattern).join(String.raw`\s+`)

/** Finds a person in a text: complete names and addresses only. `undefined` for someone who is called nothing. */
export function calledPattern({ names, address }: Called): RegExp | undefined {
  const all = [
    ...names.map((name) => `(?<!${word})${inWords(name)}(?!${word})`),
    ...(address ? [String.raw`(?<![\p{L}\p{N}._+-])${escapePattern(address)}(?![\p{L}\p{N}-]|\.${word})`] : []),
  ]
  return all.length > 0 ? new RegExp(all.join('|'), 'giu') : undefined
}

const isCalled = (text: string, pattern: RegExp) => text.search(pattern) >= 0

/** Every text of a value, by its path. */
function* textsIn(value: unknown, path = ''): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) yield* textsIn(part, path ? `${path}.${name}` : name)
}

/** True if any text of a value names the person. */
export const isNamedIn = (value: unknown, pattern: RegExp): boolean =>
  [...textsIn(value)].some(([, text]) => isCalled(text, pattern))

const withTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => withTexts(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withTexts(part, change)]))
}

export type Mention = { path: string; text: string; photo?: string }

/** Mentions of a person in a version of the page. A testimonial is one text with its author, a photo one with its description. */
export function mentionsIn(content: WebsiteContent, pattern: RegExp): Mention[] {
  const { pictures: _, gallery, testimonials, ...others } = content
  const texts = textsIn({ ...others, gallery: { title: gallery.title }, testimonials: { title: testimonials.title } })
  return [
    ...[...texts].map(([path, text]) => ({ path, text })),
    ...testimonials.items.map(({ text, author }) => ({ path: 'testimonials.items', text: `${text} (${author})` })),
    ...picturesOf(content).map(([path, { id, alt }]) => ({
      path: path.startsWith('gallery.') ? 'gallery.items' : path,
      text: alt,
      photo: id,
    })),
  ].filter(({ text }) => isCalled(text, pattern))
}

/** The content without a person: what they said of the school is left out, and their name elsewhere is replaced. */
export const withoutPerson = (content: WebsiteContent, pattern: RegExp): WebsiteContent => {
  const { testimonials } = content
  const items = testimonials.items.filter(({ author }) => !isCalled(author, pattern))
  const left = { ...content, testimonials: { ...testimonials, items } }
  return withTexts(left, (text) => text.replace(pattern, removedText)) as WebsiteContent
}
