import type { Job } from '@app/contracts/jobs'
import { expect, test } from 'vitest'
import { jobWords } from './job-item'

const titles = new Map([
  ['equipment', { title: 'Equipment', one: 'Item', fieldTitle: (field: string) => field }],
  ['students', { title: 'Students', one: 'Student', fieldTitle: (field: string) => field.toUpperCase() }],
])
const job: Job = {
  id: 'a',
  kind: 'batch',
  table: 'students',
  about: { update: 168, fields: 'level' },
  state: 'done',
  total: 170,
  done: 170,
  changed: 168,
  skipped: [],
  actor: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  startedAt: null,
  endedAt: null,
  undoable: true,
}

test.each<[string, Partial<Job>]>([
  ['Changed LEVEL of 168 students', {}],
  ['Changing LEVEL of 170 students', { state: 'running', changed: 3 }],
  ['Changed LEVEL of 3 of 170 students', { state: 'stopped', changed: 3 }],
  ['Changed LEVEL and NOTES of 168 students', { about: { update: 1, fields: 'level, notes' } }],
  ['Changed LEVEL, NOTES and 1 other field of 168 students', { about: { fields: 'level, notes, age', update: 1 } }],
  ['Deleting 170 students', { state: 'waiting', about: { delete: 170 } }],
  ['Marked 1 record as spam in boxes', { kind: 'inquiries', table: 'boxes', changed: 1, about: { spam: 1 } }],
  ['Imported 168 students', { kind: 'import', about: {} }],
  ['Importing students', { kind: 'import', state: 'running', total: 0 }],
  ['Undid: changed LEVEL of 168 students', { undoes: 'b', about: { of: 'batch', update: 1, fields: 'level' } }],
  [
    'Undoing: imported 168 students',
    { undoes: 'b', state: 'running', about: { of: 'import' }, changed: 2, total: 168 },
  ],
  [
    'Undid: marked 3 records as not spam in boxes',
    { kind: 'undo-inquiries', undoes: 'b', table: 'boxes', changed: 3, about: { of: 'inquiries', 'not-spam': 3 } },
  ],
  ['Canceled Saturday, November 28 in Students', { kind: 'cancel-day', about: { update: 3, day: '2026-11-28' } }],
  ['Changed condition of 168 items in Equipment', { table: 'equipment', about: { update: 1, fields: 'condition' } }],
  ['Changed LEVEL of 1 student', { changed: 1 }],
  [
    'Wrote to 3 people: Saturday beginners in Students',
    { kind: 'mailing', about: { recipients: 3, subject: 'Saturday beginners' } },
  ],
  ['Wrote to several people in Students', { kind: 'mailing', about: { recipients: 3 } }],
  ['Published the fields in Students', { kind: 'publish', about: { change: 'update' } }],
  // Of an earlier release, or of a kind that this program does not know.
  ['Worked on 168 records', { kind: 'sorting', table: null, about: undefined }],
])('%s', (words, change) => {
  const { what, where } = jobWords({ ...job, ...change } as Job, titles)
  expect([what, where].filter(Boolean).join(' ')).toBe(words)
})
