import * as v from 'valibot'
import { doc, get, post, tagged } from './call'
import { exampleId, idOf } from './doc-parts'
import { mailSource } from './messages'
import { idParams } from './parameters'
import { adminRead } from './policy'

const instant = v.string()

/** A DNS record by which others decide whether to trust mail of the school. */
const dnsCheck = v.object({
  name: v.picklist(['SPF', 'DKIM', 'DMARC', 'Reverse DNS']),
  /** The state, and the next step. */
  text: v.string(),
  isGood: v.boolean(),
  /** A record to publish, where one can be named. */
  record: v.nullable(v.object({ at: v.string(), type: v.literal('TXT'), value: v.string() })),
})
export type DnsCheck = v.InferOutput<typeof dnsCheck>

export const deliverability = v.object({
  /** The sender's domain and its records, `null` until the email worker has looked. */
  sender: v.nullable(v.object({ domain: v.string(), checkedAt: instant, checks: v.array(dnsCheck) })),
  /** By which ways mail comes in; `lag` is the age of the oldest mail that is not read yet, in seconds. */
  doors: v.array(mailSource),
  lag: v.number(),
  /** Returned mails, the current week first. A week begins on Monday. */
  weeks: v.array(v.object({ from: v.string(), bounces: v.number(), complaints: v.number() })),
})
export type Deliverability = v.InferOutput<typeof deliverability>

/** The subject of a test mail, by which it is recognized. */
export const testMailSubject = 'Test of the email settings'

/** A mail of the product to its own address. */
const testMail = v.object({
  id: v.string(),
  to: v.string(),
  state: v.picklist(['sending', 'sent', 'failed', 'received']),
  /** Why it failed. */
  reason: v.nullable(v.string()),
  /** From the hand-over to the mail server until it came in again, in milliseconds. */
  roundTrip: v.nullable(v.number()),
})
export type TestMail = v.InferOutput<typeof testMail>

export const readDeliverability = get('readDeliverability', '/api/forms/deliverability', {
  ...adminRead,
  response: { 200: deliverability },
})

/** The records are read again within seconds. */
export const checkSender = post('checkSender', '/api/forms/deliverability/check', {
  access: 'admin',
  limit: 'write',
  audit: false,
  response: { 202: v.object({ success: v.literal(true) }) },
})

export const sendTestMail = post('sendTestMail', '/api/forms/test-mails', {
  access: 'admin',
  limit: 'send',
  audit: { action: 'mailing' },
  response: { 201: testMail },
})

export const readTestMail = get('readTestMail', '/api/forms/test-mails/:id', {
  ...adminRead,
  params: idParams,
  response: { 200: testMail },
  errors: ['not_found'],
})

export const docs = () => {
  const example = {
    id: exampleId,
    to: 'office@archery.example',
    state: 'received',
    reason: null,
    roundTrip: 2_100,
  } as const
  return tagged('Mailings', [
    doc(readDeliverability, {
      summary: 'How well mail goes out and comes in',
      description:
        'The DNS records of the sender as the email worker read them last, the state of the mailbox, and what came back in the last four weeks.',
      responses: {
        200: {
          description: 'Records, mailbox and reports.',
          example: {
            sender: {
              domain: 'archery.example',
              checkedAt: '2026-11-24T10:00:00.000Z',
              checks: [{ name: 'SPF', text: 'archery.example: v=spf1 mx -all', isGood: true, record: null }],
            },
            doors: [{ kind: 'imap', state: 'open', at: '2026-11-24T10:00:00.000Z', reason: null }],
            lag: 0,
            weeks: [{ from: '2026-11-23', bounces: 2, complaints: 0 }],
          },
        },
      },
    }),
    doc(checkSender, {
      summary: 'Read the DNS records again',
      description: 'The email worker does so within seconds; `checkedAt` says when it has.',
      responses: { 202: { description: 'It is requested.', example: { success: true } } },
    }),
    doc(sendTestMail, {
      summary: 'Send a test mail',
      description:
        'To the address that answers go to. Where the product reads its mailbox, it notices when the mail comes in.',
      responses: { 201: { description: 'The mail.', example: { ...example, state: 'sending', roundTrip: null } } },
    }),
    doc(readTestMail, {
      summary: 'How far a test mail is',
      description: 'It is `received` once it has come in again, with the time that it took.',
      parameters: { id: idOf('the mail') },
      responses: { 200: { description: 'The mail.', example } },
      errors: { not_found: 'There is no such mail.' },
    }),
  ])
}
