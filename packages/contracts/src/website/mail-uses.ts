import type { WebsiteContent } from './content'
import type { MailText } from './mail-texts'
import { namesIn } from './placeholders'
import { factPlaceholders, factValues } from './school-facts'
import { factsOverTheYear } from './seasons'

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
