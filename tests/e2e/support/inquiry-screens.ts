import type { Inquiry } from '@app/contracts/inquiries'
import type { Page } from '@playwright/test'
import type { Answer } from './api'
import { admin, away, type Screen, seen } from './screens'

const id = 'a'.repeat(24)
const path = `/admin?record=${id}`
const service = `/api/forms/submissions/${id}`
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const record = {
  id,
  name: 'Wilhelmina Featherstonehaugh-Cholmondeley',
  email: 'a.rather.long.address.of.a.visitor@visitor.example',
  interest: 'Corporate Event',
  message: `We are a team of forty.\n\n${'Is there a roof, and can one park? '.repeat(12)}`,
  status: 'new',
  spam: false,
  mail_state: 'sent',
  mail_error: null,
  due_by: hoursFromNow(20),
  answered_at: null,
  created_at: hoursFromNow(-4),
  updated_at: hoursFromNow(-4),
}
const instant = (title: string) => ({ type: 'string', format: 'date-time', title, readOnly: true })
const schema = {
  name: 'contact_submissions',
  title: 'Contact Submissions',
  properties: {
    name: { type: 'string', title: 'Full Name' },
    email: { type: 'string', format: 'email', title: 'Email' },
    message: { type: 'string', format: 'textarea', title: 'Message' },
    status: { type: 'string', title: 'Status', enum: ['new', 'in_progress', 'answered', 'closed'], readOnly: true },
    due_by: instant('Reply due'),
    answered_at: instant('Answered'),
    spam: { type: 'boolean', title: 'Spam', readOnly: true },
    mail_state: { type: 'string', title: 'Emails', readOnly: true },
    mail_error: { type: 'string', title: 'Delivery error', readOnly: true },
  },
}

const notice: Inquiry['mails'][number] = {
  messageId: '<one@archery.example>',
  kind: 'notification',
  to: 'hello@archery.example',
  state: 'sent',
  attempts: 1,
  reason: null,
  nextTryAt: null,
  sentAt: hoursFromNow(-4),
}
const inquiry: Inquiry = {
  id,
  status: 'new',
  receivedAt: hoursFromNow(-4),
  dueBy: hoursFromNow(20),
  answeredAt: null,
  spam: false,
  spamReason: null,
  mailState: 'sent',
  mailError: null,
  mails: [notice],
  replies: [],
}
const refused = { state: 'failed', attempts: 1, sentAt: null, reason: 'The mail server answered 550.' } as const
const waiting = {
  state: 'pending',
  attempts: 3,
  sentAt: null,
  reason: 'The mail server cannot be reached (ECONNREFUSED).',
  nextTryAt: hoursFromNow(0.5),
} as const
const reply = {
  messageId: '<two@archery.example>',
  subject: 'Team building with bow and arrow',
  text: 'Hi Wilhelmina,\n\nYes, there is a roof.',
  by: 'coach@archery.example',
  at: hoursFromNow(-1),
}
const drafts = [
  { id: 'b'.repeat(24), title: 'Corporate', subject: 'Your team', text: 'Hi Wilhelmina,\n\nThank you.', missing: [] },
]

const rows = [
  record,
  { ...record, id: 'b'.repeat(24), due_by: hoursFromNow(-3), mail_state: 'failed', mail_error: refused.reason },
  { ...record, id: 'c'.repeat(24), due_by: hoursFromNow(1), mail_state: 'pending' },
  { ...record, id: 'd'.repeat(24), due_by: null, spam: true, spam_reason: 'links', mail_state: 'none' },
  { ...record, id: 'e'.repeat(24), status: 'answered', answered_at: hoursFromNow(-1) },
]
const api: Record<string, Answer> = {
  ...admin,
  '/api/admin/schemas': [200, [schema]],
  '/api/tables/contact_submissions': [200, { data: rows, page: 1, limit: 50, total: 5, totalPages: 1 }],
  [`/api/tables/contact_submissions/${id}`]: [200, record],
  [`/api/tables/contact_submissions/${id}/referrers`]: [200, []],
  [service]: [200, inquiry],
  [`${service}/drafts`]: [200, drafts],
  [`${service}/conversation`]: [
    200,
    { id, visitor: { ...record, interest: 'Corporate Event' }, notes: [], draft: null, replying: [], earlier: [] },
  ],
  [`${service}/draft`]: [200, { success: true }],
  '/api/person-file/erasure': [
    200,
    {
      records: [
        { record: `contact_submissions/${id}`, label: record.name },
        { record: `students/${'f'.repeat(24)}`, label: record.name },
      ],
      ...{ lessons: 2, mails: 3 },
      family: [
        { record: `guardians/${'e'.repeat(24)}`, label: 'Maximilian Featherstonehaugh-Cholmondeley', email: null },
      ],
    },
  ],
  '/api/forms/inbox/live': 'hang',
}

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const replying = async (page: Page) => {
  await named(page, 'Reply').click()
  await page.getByLabel('Text').waitFor()
}
const withInquiry = (change: Partial<Inquiry>): Record<string, Answer> => ({
  [service]: [200, { ...inquiry, ...change }],
})

/** The inquiries in each of their states. */
const states: Screen[] = [
  {
    name: 'list',
    path: '/admin',
    reach: seen('Overdue by'),
    next: [
      {
        name: 'list on a phone',
        reach: async (page) => {
          await page.setViewportSize({ width: 390, height: 800 })
          await seen('Overdue by')(page)
        },
      },
    ],
  },
  {
    name: 'counters away',
    path: '/admin',
    api: { '/api/forms/submissions/counters': away },
    faults: /503/,
    reach: seen('Count again'),
  },
  {
    name: 'open, mails seen',
    path,
    reach: async (page) => page.getByText('Emails (1 sent)').click(),
    next: [
      {
        name: 'erasing an address',
        reach: async (page) => {
          await named(page, "Erase this person's data…").click()
          await seen('cannot be undone')(page)
        },
      },
    ],
  },
  { name: 'loading', path, api: { [service]: 'hang' }, reach: seen('Loading the inquiry...') },
  {
    name: 'away',
    path,
    api: { [service]: away },
    faults: /503/,
    reach: seen('The service is busy. Please try again shortly.'),
  },
  {
    name: 'overdue, with mails that failed and wait',
    path,
    api: withInquiry({
      dueBy: hoursFromNow(-3),
      mailState: 'failed',
      mails: [
        { ...notice, ...refused },
        { ...notice, messageId: '<three@archery.example>', kind: 'reminder', ...waiting },
      ],
    }),
    reach: seen('Send again'),
  },
  {
    name: 'answered',
    path,
    api: withInquiry({
      status: 'answered',
      answeredAt: hoursFromNow(-1),
      replies: [reply],
      mails: [notice, { ...notice, messageId: reply.messageId, kind: 'reply', state: 'sending' }],
    }),
    reach: seen('Reply again'),
  },
  {
    name: 'spam',
    path,
    api: withInquiry({ spam: true, spamReason: 'links', dueBy: null, mails: [], mailState: 'none' }),
    reach: seen('Not spam'),
  },
  {
    name: 'status refused',
    path,
    api: { [`${service}/status`]: away },
    faults: /503/,
    reach: async (page) => {
      await page.getByRole('region', { name: 'Inquiry' }).getByRole('button', { name: 'Answered' }).click()
      await seen('Try again')(page)
    },
  },
  { name: 'composer', path, reach: replying },
  {
    name: 'composer, fields at fault',
    path,
    reach: async (page) => {
      await replying(page)
      await page.getByLabel('Subject').fill('')
      await page.getByLabel('Text').fill('x'.repeat(5_001))
      await named(page, 'Send').click()
      await seen('Subject is required')(page)
    },
  },
  {
    name: 'composer, sending',
    path,
    api: { [`${service}/reply`]: 'hang' },
    reach: async (page) => {
      await replying(page)
      await page.getByLabel('Text').fill('Come on Saturday.')
      await named(page, 'Send').click()
      await seen('Sending...')(page)
    },
  },
  {
    name: 'composer, not sent',
    path,
    api: { [`${service}/reply`]: away },
    faults: /503/,
    reach: async (page) => {
      await replying(page)
      await page.getByLabel('Text').fill('Come on Saturday.')
      await named(page, 'Send').click()
      await seen('The reply was not sent')(page)
    },
  },
  {
    name: 'composer, without templates, a text replaced',
    path,
    api: { [`${service}/drafts`]: away },
    faults: /503/,
    reach: async (page) => {
      await replying(page)
      await seen('Try again')(page)
    },
  },
  {
    name: 'composer, a text that was replaced, and discarding',
    path,
    reach: async (page) => {
      await replying(page)
      await page.getByLabel('Text').fill('By hand.')
      await page.getByLabel('Template').selectOption({ label: 'No template' })
      await seen('Restore my text')(page)
      await page.getByLabel('Text').fill('By hand again.')
      await named(page, 'Discard').click()
      await seen('Keep editing')(page)
    },
  },
]

export const inquiryScreens: Screen[] = states.map((screen) => ({
  ...screen,
  name: `inquiry: ${screen.name}`,
  api: { ...api, ...screen.api },
}))
