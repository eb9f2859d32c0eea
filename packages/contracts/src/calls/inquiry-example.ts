import { exampleId } from './parameters.doc'

export const exampleInquiry = {
  id: exampleId,
  status: 'new',
  receivedAt: '2026-05-01T10:00:00.000Z',
  dueBy: '2026-05-02T10:00:00.000Z',
  answeredAt: null,
  spam: false,
  spamReason: null,
  assignee: null,
  snoozedUntil: null,
  newest: exampleId,
  mailState: 'sent',
  mailError: null,
  mails: [
    {
      messageId: `<${exampleId}.notification@archery.example>`,
      kind: 'notification',
      to: 'school@archery.example',
      state: 'sent',
      attempts: 1,
      reason: null,
      nextTryAt: null,
      sentAt: '2026-05-01T10:00:02.000Z',
    },
  ],
  replies: [],
}

export const exampleConversation = {
  ...exampleInquiry,
  messages: [
    {
      id: exampleId,
      direction: 'in',
      at: '2026-05-01T10:00:00.000Z',
      from: { name: 'Zoë Ünal', address: 'zoe@example.com' },
      to: [],
      subject: '',
      text: 'Is there a free Saturday in May?',
      html: null,
      quoted: '',
      attachments: [],
      state: 'received',
      automated: false,
      note: null,
      bounce: null,
    },
  ],
}
