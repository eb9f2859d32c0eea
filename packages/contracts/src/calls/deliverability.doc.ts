import { doc } from './call-doc'
import { checkSender, readDeliverability, readTestMail, sendTestMail } from './deliverability'
import { exampleId, idOf } from './parameters.doc'

const tag = 'Mailings'
const example = {
  id: exampleId,
  to: 'office@archery.example',
  state: 'received',
  reason: null,
  roundTrip: 2_100,
} as const

export const readDeliverabilityDoc = doc(readDeliverability, {
  tag,
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
})

export const checkSenderDoc = doc(checkSender, {
  tag,
  summary: 'Read the DNS records again',
  description: 'The email worker does so within seconds; `checkedAt` says when it has.',
  responses: { 202: { description: 'It is requested.', example: { success: true } } },
})

export const sendTestMailDoc = doc(sendTestMail, {
  tag,
  summary: 'Send a test mail',
  description:
    'To the address that answers go to. Where the product reads its mailbox, it notices when the mail comes in.',
  responses: { 201: { description: 'The mail.', example: { ...example, state: 'sending', roundTrip: null } } },
})

export const readTestMailDoc = doc(readTestMail, {
  tag,
  summary: 'How far a test mail is',
  description: 'It is `received` once it has come in again, with the time that it took.',
  parameters: { id: idOf('the mail') },
  responses: { 200: { description: 'The mail.', example } },
  errors: { not_found: 'There is no such mail.' },
})
