import * as v from 'valibot'
import { writtenLine, writtenText } from '../written-text'
import { knownPlaceholders } from './placeholders'

/** The sections between the top of the page and the contact form, as they are shipped. */
const sectionNames = ['services', 'about', 'instructors', 'gallery', 'testimonials', 'faq', 'call'] as const
export type SectionName = (typeof sectionNames)[number]

/** Content that was stored before has them not. */
const addedSections: readonly SectionName[] = ['instructors', 'gallery']

/** Which sections the page shows, from top to bottom. */
export const websiteSections = v.pipe(
  v.array(v.strictObject({ name: v.picklist(sectionNames), hidden: v.boolean() })),
  v.check(
    (sections) =>
      new Set(sections.map(({ name }) => name)).size === sections.length &&
      sectionNames.every((each) => addedSections.includes(each) || sections.some(({ name }) => name === each)),
    'Sections must name each section once',
  ),
)
export type WebsiteSections = v.InferOutput<typeof websiteSections>

/** With the sections that were added later, each after the one that it follows as shipped. */
export const withEverySection = (stored: WebsiteSections): WebsiteSections =>
  addedSections.reduce((sections, added) => {
    if (sections.some(({ name }) => name === added)) return sections
    const before = sectionNames[sectionNames.indexOf(added) - 1]
    const at = sections.findIndex(({ name }) => name === before) + 1
    return sections.toSpliced(at, 0, { name: added, hidden: false })
  }, stored)

const heading = knownPlaceholders(writtenLine('Heading', 80))

/** Questions and answers; the section is on the page once there is one. */
export const websiteFaq = v.strictObject({
  title: heading,
  items: v.pipe(
    v.array(
      v.strictObject({
        question: knownPlaceholders(writtenLine('Question', 200)),
        answer: knownPlaceholders(writtenText('Answer', 2_000)),
      }),
    ),
    v.maxLength(40, 'There can be 40 questions'),
  ),
})

/** Quotations of people about the school; the section is on the page once there is one. */
export const websiteTestimonials = v.strictObject({
  title: heading,
  items: v.pipe(
    v.array(v.strictObject({ text: writtenText('Words', 800), author: writtenLine('Name', 80) })),
    v.maxLength(12, 'There can be twelve testimonials'),
  ),
})

/** The sections of content that was stored before they existed. */
export const shippedSections = {
  sections: sectionNames.map((name) => ({ name, hidden: false })),
  faq: { title: 'Questions and answers', items: [] },
  testimonials: { title: 'What people say', items: [] },
} satisfies { sections: WebsiteSections; faq: object; testimonials: object }
