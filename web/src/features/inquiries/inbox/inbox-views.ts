import { type InboxView, inboxView, maxInboxCount } from '@app/contracts/inbox'
import * as v from 'valibot'
import { paths } from '#lib/paths'
import { numberText } from '#lib/words'

export const viewTitles: Record<InboxView, string> = {
  waiting: 'Waiting for us',
  mine: 'Mine',
  unassigned: 'Unassigned',
  them: 'Waiting for them',
  snoozed: 'Snoozed',
  spam: 'Spam',
}

/** What an empty view says. */
export const emptyTexts: Record<InboxView, string> = {
  waiting: 'Everything is answered.',
  mine: 'Nothing assigned to you is waiting.',
  unassigned: 'Everything that waits is assigned.',
  them: 'No visitor owes us an answer.',
  snoozed: 'Nothing is snoozed.',
  spam: 'No spam.',
}

/** Mail that is in no conversation: a view of mails, not of inquiries. */
export const unmatchedView = 'unmatched'
export const shownViews = [...inboxView.options, unmatchedView] as const

export const viewOf = (text: string | null): InboxView => {
  const read = v.safeParse(inboxView, text)
  return read.success ? read.output : 'waiting'
}

type Address = { view?: InboxView | typeof unmatchedView; open?: string | undefined; page?: number }

/** The address of the inbox with a view and an open conversation. */
export function inboxPath({ view = 'waiting', open, page = 1 }: Address): string {
  const query = new URLSearchParams({
    ...(view !== 'waiting' && { view }),
    ...(page > 1 && { page: String(page) }),
    ...(open && { open }),
  }).toString()
  return query ? `${paths.inbox}?${query}` : paths.inbox
}

export const countText = (count: number) =>
  count >= maxInboxCount ? `${numberText(maxInboxCount - 1)}+` : String(count)
