import * as v from 'valibot'
import type { WebsiteContent } from './content'
import { namesIn } from './placeholders'
import { factPlaceholders, factsOverTheYear, factValues } from './school-facts'

/** A text that staff have written for mails: a subject and a text that may name facts, or write them out. */
export const mailText = v.union([
  v.object({ kind: v.literal('replyTemplate'), id: v.string(), title: v.string(), text: v.string() }),
  v.object({ kind: v.literal('automaticReply'), text: v.string() }),
  v.object({ kind: v.literal('lessonReminder'), text: v.string() }),
])
export type MailText = v.InferOutput<typeof mailText>

export function titleOfMail(mail: MailText): string {
  if (mail.kind === 'replyTemplate') return `Reply template “${mail.title}”`
  return mail.kind === 'automaticReply' ? 'Automatic reply' : 'Lesson reminder'
}

/** Reminders are filled in with the name of the school and no other fact. */
const isFilledIn = (name: string, { kind }: MailText) => kind !== 'lessonReminder' || name === 'school'

/** The values of the placeholders of mails over the year. */
const valuesOf = ({ facts }: WebsiteContent) =>
  factsOverTheYear(facts).map((each) => factValues({ facts: each, prices: {} }))

/** The mails that a fact is used in. Prices are those of the cards, so no change of the website changes them. */
export function mailUsesOf(before: WebsiteContent, after: WebsiteContent, mails: readonly MailText[]): MailText[] {
  const old = valuesOf(before)
  const now = valuesOf(after)
  const said = (values: typeof old, name: string) => JSON.stringify([...new Set(values.map((each) => each[name]))])
  const changed = factPlaceholders.filter((name) => said(old, name) !== said(now, name))
  return mails.filter((mail) => namesIn(mail.text).some((name) => changed.includes(name) && isFilledIn(name, mail)))
}
