import { comparable } from '@app/contracts/comparable'
import { normalEmail } from '@app/contracts/entered-line'
import { titleOfPath } from '@app/contracts/website/changes'
import { completed, type WebsiteContent } from '@app/contracts/website/content'
import { withoutPictures } from '@app/contracts/website/pictures'
import type { JobStore } from '@app/jobs'
import type { PageStore } from './page-store'
import { type Called, calledPattern, isNamedIn, type Mention, mentionsIn, withoutPerson } from './person-on-page'
import { type PublicationInput, publicationKind } from './scheduled-publication'
import { shippedContent } from './shipped'
import type { ShownPictures } from './shown-pictures'
import { untold, type WebsiteStore } from './website-store'

type Deps = {
  website: Pick<WebsiteStore, 'latest' | 'amend' | 'contents'>
  jobs: Pick<JobStore, 'inputsOf' | 'amend'>
  pictures: Pick<ShownPictures, 'remove'>
  pages: Pick<PageStore, 'clear'>
}
/** A text that says something of a person, or describes a photo of them, and where it is: `version 3`, `the draft`. */
export type PageMention = { title: string; text: string; places: string[]; photo?: string }

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
