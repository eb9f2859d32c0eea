import type { InquiryDetails } from '@app/contracts/inquiries'
import type { Message } from '@app/contracts/messages'
import { expect, test } from 'vitest'
import { conversationText } from './conversation-text'

const message = (given: Partial<Message>): Message => ({
  ...{ id: '1', direction: 'in', at: '2026-07-04T19:05:00.000Z', from: { name: 'Zoë', address: 'zoe@example.com' } },
  ...{ to: [], subject: '', text: '', html: null, quoted: '', attachments: [], state: 'received' },
  ...{ automated: false, note: null, bounce: null },
  ...given,
})
const inquiry: InquiryDetails = {
  ...{ id: 'a', status: 'answered', receivedAt: '2026-07-04T19:05:00.000Z', dueBy: null, answeredAt: null },
  ...{ spam: false, spamReason: null, mailState: 'sent', mailError: null, mails: [], replies: [] },
}
const visitor = { name: 'Zoë', email: 'zoe@example.com', interest: 'Leagues', message: '' }

test('messages come in their order with who, when, what and files; notes come last', async () => {
  const messages = [
    message({ text: 'Is Sunday free?' }),
    message({
      ...{ direction: 'out', at: '2026-07-05T19:05:00.000Z', from: { name: '', address: 'ana@b.example' } },
      ...{ to: [{ name: 'Zoë', address: 'zoe@example.com' }], cc: [{ name: '', address: 'sam@b.example' }] },
      ...{ subject: 'Your league', text: 'Yes.\r\nSee you', quoted: 'Is Sunday free?' },
      attachments: [{ name: 'map.pdf', type: 'application/pdf', size: 1, url: null }],
      bounce: { at: '2026-07-05T20:05:00.000Z', status: '5.1.1', permanent: true },
    }),
  ]
  const notes = [{ id: 'n', text: 'Ask Sam', by: 'ana@b.example', at: '2026-07-04T20:00:00.000Z', mentions: [] }]
  const text = (await Array.fromAsync(conversationText(inquiry, messages, { visitor, notes }))).join('')
  // Formatters of some runtimes put a narrow space before AM and PM.
  expect(text.replaceAll('\u202f', ' ').split('\n').filter(Boolean)).toEqual([
    'Conversation with Zoë <zoe@example.com>',
    'Interest: Leagues',
    'Received: Jul 4, 2026, 12:05 PM',
    'Status: Answered',
    'Times are those of America/Los_Angeles.',
    '-'.repeat(72),
    'Jul 4, 2026, 12:05 PM',
    'From: Zoë <zoe@example.com>',
    'Is Sunday free?',
    '-'.repeat(72),
    'Jul 5, 2026, 12:05 PM',
    'From: ana@b.example',
    'To: Zoë <zoe@example.com>',
    'Cc: sam@b.example',
    'Subject: Your league',
    'Files: map.pdf',
    'Not delivered: 5.1.1, Jul 5, 2026, 1:05 PM',
    'Yes.',
    'See you',
    '> Is Sunday free?',
    '-'.repeat(72),
    'Notes of the team',
    'Jul 4, 2026, 1:00 PM, ana@b.example',
    'Ask Sam',
  ])
})
