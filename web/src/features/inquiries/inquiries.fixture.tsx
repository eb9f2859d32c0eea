import type { Conversation } from '@app/contracts/conversations'
import type { Inquiry } from '@app/contracts/inquiries'
import type { TableSchema } from '@app/table-schema/schema'
import { openDashboard, pageWith } from '#features/records/tables.fixture'
// Loaded with the test, so that its first render need not wait for it.
import './record/inquiry-parts'

const instant = (title: string) => ({ type: 'string', format: 'date-time', title, readOnly: true })

export const schema: TableSchema = {
  name: 'contact_submissions',
  title: 'Contact Submissions',
  required: ['name', 'email'],
  properties: {
    name: { type: 'string', title: 'Full Name' },
    email: { type: 'string', format: 'email', title: 'Email' },
    message: { type: 'string', format: 'textarea', title: 'Message' },
    status: { type: 'string', title: 'Status', enum: ['new', 'in_progress', 'answered', 'closed'], readOnly: true },
    due_by: instant('Reply due'),
    answered_at: instant('Answered'),
    spam: { type: 'boolean', title: 'Spam', readOnly: true },
    mail_state: {
      type: 'string',
      title: 'Emails',
      enum: ['none', 'pending', 'sent', 'failed'],
      readOnly: true,
    },
    mail_error: { type: 'string', title: 'Delivery error', readOnly: true },
  },
}

const now = Date.now()
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
export const id = 'a'.repeat(24)
export const record = {
  id,
  name: 'Ada',
  email: 'ada@example.com',
  message: 'Is there a roof?',
  status: 'new',
  spam: false,
  mail_state: 'sent',
  mail_error: null,
  due_by: hoursAgo(-20),
  answered_at: null,
  created_at: hoursAgo(4),
  updated_at: '2026-01-01T00:00:00.000Z',
}
export const inquiry: Inquiry = {
  id,
  status: 'new',
  receivedAt: hoursAgo(4),
  dueBy: hoursAgo(-20),
  answeredAt: null,
  spam: false,
  spamReason: null,
  mailState: 'sent',
  mailError: null,
  mails: [
    {
      messageId: '<one@archery.example>',
      kind: 'notification',
      to: 'hello@archery.example',
      state: 'sent',
      attempts: 1,
      reason: null,
      nextTryAt: null,
      sentAt: hoursAgo(4),
    },
  ],
  replies: [],
}
export const answered: Inquiry = {
  ...inquiry,
  status: 'answered',
  answeredAt: hoursAgo(0),
  replies: [
    { messageId: '<two@archery.example>', subject: 'Yes', text: 'There is.', by: 'x@y.example', at: hoursAgo(0) },
  ],
}
export const conversation: Conversation = {
  id,
  visitor: { name: 'Ada', email: 'ada@example.com', interest: 'Lessons', message: 'Is there a roof?' },
  notes: [],
  draft: null,
  replying: [],
  earlier: [],
}
export const counters = { new: 4, inProgress: 1, overdue: 2, dueSoon: 0, spam: 3, failed: 1 }

export const service = `/api/forms/submissions/${id}`
export const drafts = [
  { id: 'b'.repeat(24), title: 'Lessons', subject: 'Your lessons', text: 'Hi Ada,', missing: [] },
  { id: 'c'.repeat(24), title: 'Any', subject: 'One question', text: 'Hi Ada, how many?', missing: [] },
]

type Network = NonNullable<Parameters<typeof openDashboard>[0]>

/** The dashboard with one inquiry; it is open unless another address is given. */
export const openInquiry = (network: Network = {}, address = `/admin?record=${id}`) =>
  openDashboard(
    {
      '/api/admin/schemas': [200, [schema]],
      '/api/tables/contact_submissions': [200, pageWith([record])],
      [`/api/tables/contact_submissions/${id}`]: [200, record],
      '/api/forms/submissions/counters': [200, counters],
      [service]: [200, inquiry],
      [`${service}/drafts`]: [200, drafts],
      [`${service}/conversation`]: [200, conversation],
      [`${service}/draft`]: [200, { success: true }],
      '/api/site': [200, { cards: [], announcements: [] }],
      ...network,
    },
    address,
  )
