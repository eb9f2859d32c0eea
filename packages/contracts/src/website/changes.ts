import type { WebsiteContent } from './content'
import { fillIn, namesIn, type Prices, placeholders } from './placeholders'
import { factsOverTheYear } from './seasons'

/** A value of the content that differs, by its path (`facts.phone`, `texts.hero.headline`). */
export type WebsiteChange = { path: string; before: unknown; after: unknown }

/** A picture has an id, and is one value. */
const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('id' in value)
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The differences between two versions, in the order of the content. A list is one value. */
export function changesBetween(before: WebsiteContent, after: WebsiteContent): WebsiteChange[] {
  const found: WebsiteChange[] = []
  const compare = (old: Record<string, unknown>, now: Record<string, unknown>, path: string) => {
    for (const name of Object.keys(now)) {
      const a = old[name]
      const b = now[name]
      const at = path ? `${path}.${name}` : name
      if (isGroup(a) && isGroup(b)) compare(a, b, at)
      else if (!same(a, b)) found.push({ path: at, before: a, after: b })
    }
  }
  compare(before, after, '')
  return found
}

/** Every text of the content, by its path. */
export const textsOf = ({ texts, faq, testimonials, gallery }: WebsiteContent): [path: string, text: string][] => [
  ...Object.entries(texts).flatMap(([part, group]) =>
    Object.entries(group).map(([name, text]): [string, string] => [`texts.${part}.${name}`, text]),
  ),
  ['gallery.title', gallery.title],
  ['testimonials.title', testimonials.title],
  ['faq.title', faq.title],
  ...faq.items.flatMap(({ question, answer }, at): [string, string][] => [
    [`faq.items.${at}.question`, question],
    [`faq.items.${at}.answer`, answer],
  ]),
]

/** The values of a placeholder over the year. */
const valuesOf = ({ facts }: WebsiteContent, { of }: (typeof placeholders)[string]) =>
  new Set(factsOverTheYear(facts).map(of))

/** The texts that a fact is used in: those with a placeholder whose value depends on it. */
export function usesOf(content: WebsiteContent, changed: WebsiteContent): string[] {
  const depends = Object.entries(placeholders)
    .filter(([, each]) => !same([...valuesOf(content, each)], [...valuesOf(changed, each)]))
    .map(([name]) => name)
  return textsOf(changed)
    .filter(([, text]) => namesIn(text).some((name) => depends.includes(name)))
    .map(([path]) => path)
}

/** A text as visitors read it, apart from `{ways}`. */
export const readText = (text: string, { facts }: WebsiteContent, prices: Prices) => fillIn(text, facts, prices)
