import type { WebsiteContent } from './content'
import type { MailText } from './mail-texts'
import { namesIn } from './placeholders'
import { factValues } from './school-facts'

/** Reminders are filled in with the name of the school and no other fact. */
const isFilledIn = (name: string, { kind }: MailText) => kind !== 'lessonReminder' || name === 'school'

/** The mails that a fact is used in. Prices are those of the cards, so no change of the website changes them. */
export function mailUsesOf(before: WebsiteContent, after: WebsiteContent, mails: readonly MailText[]): MailText[] {
  const old = factValues({ facts: before.facts, prices: {} })
  const changed = Object.entries(factValues({ facts: after.facts, prices: {} }))
    .filter(([name, value]) => old[name] !== value)
    .map(([name]) => name)
  return mails.filter((mail) => namesIn(mail.text).some((name) => changed.includes(name) && isFilledIn(name, mail)))
}
