import type { ParameterDoc } from './call'

export const exampleId = '6b0144c8eeb0df06111a9a1e'

export const idOf = (what: string): ParameterDoc => ({
  description: `The id of ${what}: 24 hex digits. Anything else is not found.`,
  example: exampleId,
})

export const tableName = (example: string): ParameterDoc => ({
  description: 'The name of a table. Any other name is not found.',
  example,
})

export const pageDoc: ParameterDoc = { description: 'From 1; 50 to a page.', example: '1' }

export const partDoc: ParameterDoc = {
  description:
    'Reads one of the long parts whole, and of the others what a conversation shows. Without it all are whole.',
  example: 'text',
}

export const ifMatchDoc = {
  'If-Match': {
    description: 'The `updated_at` that the editor has seen, or the `ETag` of the record.',
    example: '"2026-05-01T10:00:00.000Z"',
  },
}

export const ifNoneMatchDoc = {
  'If-None-Match': {
    description: 'The `ETag` of a response that you have: if nothing has changed, 304.',
    example: '"Zm9y"',
  },
}
export const etagDoc = { ETag: 'Changes with the response. Send it as `If-None-Match`.' }
export const unchanged = { description: 'Nothing has changed since the ETag in If-None-Match.' }
export const fieldsDoc = {
  fields: { description: 'The fields to return, separated by commas; `id` always.', example: 'title,seats' },
}

export const noRecord =
  'There is no such table or record. For a record in the trash, `deleted` is who deleted it, and when.'

export const lessonValues = {
  title: 'Beginners',
  kind: 'group',
  place: 'roseville',
  starts_at: '2026-11-28T18:00:00.000Z',
  minutes: 60,
  seats: 8,
}
export const exampleLesson = {
  id: exampleId,
  ...lessonValues,
  created_at: '2026-05-01T10:00:00.000Z',
  updated_at: '2026-05-01T10:00:00.000Z',
}

/** A job as it begins, and once it has changed all of its records. */
export function exampleJob(about: { kind: string; table: string | null; total: number }, state: 'running' | 'done') {
  const isDone = state === 'done'
  const changed = isDone ? about.total : 0
  return {
    id: exampleId,
    ...about,
    state,
    skipped: [],
    done: changed,
    changed,
    undoable: isDone,
    actor: { id: exampleId, email: 'ivy@archery.example' },
    createdAt: '2026-11-28T15:00:00.000Z',
    startedAt: '2026-11-28T15:00:00.000Z',
    endedAt: isDone ? '2026-11-28T15:00:01.000Z' : null,
  }
}

const exampleInquiry = {
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

export const noInquiry = { not_found: 'There is no such inquiry.' }
export const currentInquiry = { 200: { description: 'The current inquiry.', example: exampleInquiry } }

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

export const exampleUser = {
  id: exampleId,
  email: 'admin@archery.example',
  name: null,
  picture: null,
  role: 'admin',
  rights: {},
  exports: [],
  provider: 'code',
  createdAt: '2026-05-01T10:00:00.000Z',
} as const
