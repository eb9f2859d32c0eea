import { escapeHtml } from '@app/contracts/escape-html'
import type { AuditHeads } from '../queue'
import type { MailContent } from '../transport'
import { pacificTime, page } from './markup'
import type { Facts } from './notice'

/** The heads of the audit today, for the owner to keep where the operator of the database has no access. */
export function renderAuditHeads({ at, heads, signed, changed }: Facts<AuditHeads>): MailContent {
  const isChanged = changed.length > 0
  const subject = isChanged ? 'The activity record of your site was changed' : 'Activity record of your site, signed'
  const what = isChanged
    ? `Entries of the activity record that were signed before are missing or different: ${changed.join(', ')}. Unless a backup was restored, treat it as an incident.`
    : `This is what the activity record of your site held on ${pacificTime(new Date(at))}.`
  const advice =
    'Keep this email. Should anyone change the record in the database, the attached file proves what was there: ' +
    'save it, and on the server run: make verify-audit HEADS=activity-record.txt'
  const lines = Object.entries(heads).map(
    ([chain, { number, hash }]) => `${chain}: ${number} entries, ${hash.slice(0, 16)}`,
  )
  return {
    subject,
    text: `${what}\n\n${lines.join('\n')}\n\n${advice}\n`,
    html: page(
      subject,
      `<p>${escapeHtml(what)}</p><p>${lines.map(escapeHtml).join('<br>')}</p><p>${escapeHtml(advice)}</p>`,
    ),
    attachments: [
      {
        filename: 'activity-record.txt',
        contentType: 'text/plain',
        contentTransferEncoding: '7bit',
        content: Buffer.from(`${signed}\n`),
      },
    ],
  }
}
