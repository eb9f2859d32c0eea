import { type InboxView, inboxView, maxInboxCount } from '@app/contracts/inbox'
import type { InboundState } from '@app/contracts/messages'
import * as v from 'valibot'
import { numberText } from '#lib/words'

export const viewTitles: Record<InboxView, string> = {
  waiting: 'Waiting',
  mine: 'Mine',
  unassigned: 'Unassigned',
  them: 'Answered',
  snoozed: 'Later',
  held: 'Held',
  spam: 'Spam',
}

/** The texts of empty views. */
export const emptyTexts: Record<InboxView, string> = {
  waiting: 'Everything is answered.',
  mine: 'Nothing assigned to you is waiting.',
  unassigned: 'Nothing unassigned.',
  them: 'Not waiting for any visitor.',
  snoozed: 'Nothing is left for later.',
  held: 'No replies on hold.',
  spam: 'No spam.',
}

/** Views of mails, not of inquiries, by what is shown in them: nothing that came in is invisible. */
export const mailViews = {
  unmatched: { state: 'unmatched', title: 'Unmatched', empty: 'Every incoming email is in a conversation.' },
  automated: { state: 'automated', title: 'Automated', empty: 'No automated mail in the last 30 days.' },
  'spam-mail': { state: 'spam', title: 'Spam mail', empty: 'No spam in the last 30 days.' },
} as const satisfies Record<string, { state: InboundState; title: string; empty: string }>
export type MailView = keyof typeof mailViews
const mailViewNames = ['unmatched', 'automated', 'spam-mail'] as const satisfies MailView[]
export type ShownView = InboxView | MailView
export const mainViews = ['waiting', 'mine', 'snoozed'] as const satisfies InboxView[]
/** Behind *Other*. */
export const otherViews = [
  'unmatched',
  'held',
  'unassigned',
  'them',
  'spam',
  'spam-mail',
  'automated',
] as const satisfies ShownView[]
export const mailViewOf = (text: string | null): MailView | undefined => mailViewNames.find((name) => name === text)
export const isMailView = (view: ShownView): view is MailView => mailViewOf(view) !== undefined

export const viewOf = (text: string | null): InboxView => {
  const read = v.safeParse(inboxView, text)
  return read.success ? read.output : 'waiting'
}

export const countText = (count: number) =>
  count >= maxInboxCount ? `${numberText(maxInboxCount - 1)}+` : String(count)
