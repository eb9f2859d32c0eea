import { crlf, type Kind, multipart, part, text } from './mail-text'

const automated = { state: 'automated', inquiry: null } as const

/** A delivery report on the mail with this Message-ID. */
const report = (messageId: string, action: string, status: string, recipient = 'quiet@visitors.example') =>
  multipart(
    'report; report-type=delivery-status',
    text('The mail could not be delivered.'),
    part(
      'Content-Type: message/delivery-status',
      crlf(
        'Reporting-MTA: dns; mx.elsewhere.example',
        '',
        `Final-Recipient: rfc822; ${recipient}`,
        `Action: ${action}`,
        `Status: ${status}`,
      ),
    ),
    part('Content-Type: message/rfc822', crlf(`Message-ID: ${messageId}`, 'Subject: Hi', '', 'Hi')),
  )

const bounce =
  (action: string, status: string): Kind =>
  ({ seeded, people }) => {
    const { id, email, messageId } = seeded.pick(people.quiet)
    const from = 'MAILER-DAEMON@mx.elsewhere.example'
    return { ...automated, inquiry: id, from, envelopeFrom: '', body: report(messageId, action, status, email) }
  }

/** What a program answers to a mail of ours. */
const responding =
  (...headers: string[]): Kind =>
  ({ seeded, people }) => {
    const { id, email, messageId } = seeded.pick(people.quiet)
    return { ...automated, inquiry: id, from: email, headers: [`In-Reply-To: ${messageId}`, ...headers] }
  }

/** Mail of programs. It changes nothing in the conversation that it is about. */
export const kindsOfPrograms: Record<string, Kind> = {
  'bounce: no such address': bounce('failed', '5.1.1'),
  'bounce: refused by a policy': bounce('failed', '5.7.1'),
  'bounce: late': bounce('delayed', '4.4.1'),
  'bounce of a mail of others': () => ({ ...automated, body: report('<x@elsewhere.example>', 'failed', '5.1.1') }),
  complaint: () => ({
    ...automated,
    body: multipart(
      'report; report-type=feedback-report',
      text('Spam.'),
      part('Content-Type: message/feedback-report', 'Feedback-Type: abuse'),
    ),
  }),
  'automatic answer': responding('Auto-Submitted: auto-replied'),
  'automatic answer of an older program': responding('X-Autoreply: yes'),
  'out of office': ({ seeded, people }) => {
    const { id, email, messageId } = seeded.pick(people.quiet)
    const subject = 'Automatic reply: Your party'
    return { ...automated, inquiry: id, from: email, subject, headers: [`In-Reply-To: ${messageId}`] }
  },
  'mailing list': () => ({ ...automated, headers: ['List-Id: <news.elsewhere.example>', 'Precedence: list'] }),
  'empty sender in the envelope': () => ({ ...automated, envelopeFrom: '', source: 'smtp' }),
  'our own mail, come back': ({ seeded, people, n }) => ({
    ...automated,
    ...{ messageId: seeded.pick(people.quiet).messageId, from: 'no-reply@archery.example', subject: `Again ${n}` },
  }),
  'two programs that answer each other': ({ n, mark }) => ({
    ...automated,
    ...{
      subject: `${'Re: '.repeat((n % 40) + 1)}Out`,
      headers: ['Auto-Submitted: auto-replied', `References: <${mark}@loop>`],
    },
  }),
}
