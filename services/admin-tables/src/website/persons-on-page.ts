import { comparable } from '@app/contracts/comparable'
import { normalEmail } from '@app/contracts/entered-line'
import { titleOfPath } from '@app/contracts/website/changes'
import { completed, type WebsiteContent } from '@app/contracts/website/content'
import { picturesOf, withoutPictures } from '@app/contracts/website/pictures'
import type { JobStore } from '@app/jobs'
import { escapePattern } from '@app/mongo/escape-pattern'
import { literalPattern } from '@app/record-query'
import type { ShownPictures } from './picture-store'
import type { PageStore } from './published-page'
import { type PublicationInput, publicationKind } from './scheduled-publication'
import { shippedContent } from './shipped'
import { untold, type WebsiteStore } from './website-store'

/** The names by which the page may call a person: full names, and the email address. */
type Called = { names: readonly string[]; address?: string | undefined }

const removedText = '[removed]'

const word = String.raw`[\p{L}\p{N}]`
const inWords = (name: string) => name.trim().split(/\s+/u).map(literalPattern).join(String.raw`\s+`)

/** Finds a person in a text: complete names and addresses only. `undefined` for someone who is called nothing. */
function calledPattern({ names, address }: Called): RegExp | undefined {
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
const isNamedIn = (value: unknown, pattern: RegExp): boolean =>
  [...textsIn(value)].some(([, text]) => isCalled(text, pattern))

const withTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => withTexts(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withTexts(part, change)]))
}

type Mention = { path: string; text: string; photo?: string }

/** Mentions of a person in a version of the page. A testimonial is one text with its author, a photo one with its description. */
function mentionsIn(content: WebsiteContent, pattern: RegExp): Mention[] {
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
const withoutPerson = (content: WebsiteContent, pattern: RegExp): WebsiteContent => {
  const { testimonials } = content
  const items = testimonials.items.filter(({ author }) => !isCalled(author, pattern))
  const left = { ...content, testimonials: { ...testimonials, items } }
  return withTexts(left, (text) => text.replace(pattern, removedText)) as WebsiteContent
}

type Deps = {
  website: Pick<WebsiteStore, 'latest' | 'amend' | 'contents'>
  jobs: Pick<JobStore, 'inputsOf' | 'amend'>
  pictures: Pick<ShownPictures, 'remove'>
  pages: Pick<PageStore, 'clear'>
}
/** A text that says something of a person, or describes a photo of them, and where it is: `version 3`, `the draft`. */
type PageMention = { title: string; text: string; places: string[]; photo?: string }

/** Publications and saves that had begun are found in a later round. */
const maxRounds = 5

/** `versions 3 to 5`. */
function ranges(versions: readonly number[]): string[] {
  const spans: [number, number][] = []
  for (const at of versions.toSorted((one, other) => one - other)) {
    const last = spans.at(-1)
    if (last?.[1] === at - 1) last[1] = at
    else if (last?.[1] !== at) spans.push([at, at])
  }
  return spans.map(([from, to]) => (from === to ? `version ${from}` : `versions ${from} to ${to}`))
}

/** Mentions and pictures of a person in all versions of the public page, its draft and scheduled ones. */
export function personsOnPage({ website, jobs, pictures, pages }: Deps) {
  /** Without what the school itself is called: that stays on the page whoever wrote under its name. */
  async function patternOf({ names, address }: Called): Promise<RegExp | undefined> {
    const { facts } = (await website.latest())?.content ?? shippedContent
    const school = comparable(facts.name)
    return calledPattern({
      names: names.filter((name) => !school.includes(comparable(name))),
      address: address === normalEmail(facts.email) ? undefined : address,
    })
  }

  async function* mentions(pattern: RegExp): AsyncGenerator<Mention & { place: number | string }> {
    const of = (place: number | string, content: WebsiteContent) =>
      mentionsIn(content, pattern).map((mention) => ({ ...mention, place }))
    // In the order in which one becomes the next.
    for (const { content } of await jobs.inputsOf<PublicationInput>(publicationKind))
      yield* of('a scheduled publication', completed(content))
    for await (const { version, content } of website.contents()) yield* of(version ?? 'the draft', content)
  }

  async function eraseOnce(pattern: RegExp): Promise<boolean> {
    const photos = new Set<string>()
    for await (const { photo } of mentions(pattern)) if (photo) photos.add(photo)
    for (const photo of photos) await pictures.remove(photo)
    const isNamed = (value: unknown) => isNamedIn(value, pattern)
    const change = (content: WebsiteContent) => withoutPerson(content, pattern)
    const holds = (value: unknown) => isNamed(value) || [...photos].some((id) => JSON.stringify(value)?.includes(id))
    const scheduled = await jobs.amend<PublicationInput>(publicationKind, (input) => {
      if (!holds(input)) return undefined
      const content = withoutPictures(completed(input.content), (id) => photos.has(id))
      return { ...input, content: change(content), changes: untold(input.changes, holds) }
    })
    return (await website.amend(isNamed, change)) + scheduled + photos.size > 0
  }

  return {
    async about(called: Called): Promise<PageMention[]> {
      const pattern = await patternOf(called)
      const found = new Map<string, Mention & { versions: number[]; others: Set<string> }>()
      if (pattern)
        for await (const { place, ...mention } of mentions(pattern)) {
          const key = JSON.stringify(mention)
          const one = found.get(key) ?? { ...mention, versions: [], others: new Set() }
          found.set(key, one)
          if (typeof place === 'number') one.versions.push(place)
          else one.others.add(place)
        }
      return [...found.values()].map(({ path, text, photo, versions, others }) => ({
        title: titleOfPath(path),
        text,
        places: [...ranges(versions), ...others],
        ...(photo && { photo }),
      }))
    },

    /** It may be repeated. */
    async erase(called: Called): Promise<void> {
      const pattern = await patternOf(called)
      for (let round = 0; pattern && round < maxRounds; round++) {
        if (!(await eraseOnce(pattern))) return
        // Those of other builds are not rendered anew.
        await pages.clear()
      }
    },
  }
}
export type PersonsOnPage = ReturnType<typeof personsOnPage>
