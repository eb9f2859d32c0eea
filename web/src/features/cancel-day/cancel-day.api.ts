import { idempotencyHeader } from '@app/contracts/forms'
import { type MailingDraft, mailing, maxRecipients } from '@app/contracts/mailings'
import { tableRecord } from '@app/contracts/tables'
import { type RosterLesson, roster } from '@app/contracts/today'
import { startOfDay } from '@app/table-schema/school-day'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api'
import { tablePath, updateRecord } from '#lib/records'

export const dayQuery = (date: string) =>
  queryOptions({
    queryKey: ['roster', date, 'cancel'],
    queryFn: ({ signal }) => request(roster, `/api/today/roster?${new URLSearchParams({ date })}`, { signal }),
    staleTime: 0,
  })

/** @throws AppError with status 409 when the lesson was changed since it was read */
export const cancelLesson = ({ id, version }: Pick<RosterLesson, 'id' | 'version'>) =>
  updateRecord('lessons', id, { cancelled: true }, version)

/** Announces a closed day on the website from now until its end. */
export const announce = (text: string, date: string, key: string) =>
  request(tableRecord, tablePath('announcements'), {
    method: 'POST',
    headers: { [idempotencyHeader]: key },
    body: {
      text,
      kind: 'closed',
      starts_at: new Date().toISOString(),
      ends_at: startOfDay(date, 1).toISOString(),
      published: true,
    },
  })

/** One mailing holds a limited number of addresses; more go out in several. */
export async function sendMails({ subject, text, recipients }: MailingDraft, key: string) {
  for (let at = 0; at < recipients.length; at += maxRecipients)
    await request(mailing, '/api/forms/mailings', {
      method: 'POST',
      headers: { [idempotencyHeader]: `${key}-${at}` },
      body: { subject, text, recipients: recipients.slice(at, at + maxRecipients) },
    })
}
