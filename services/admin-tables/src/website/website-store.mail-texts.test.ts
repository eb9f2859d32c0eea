import type { RightsHolder } from '@app/contracts/policy'
import type { MailText } from '@app/contracts/website/mail-uses'
import type { Collection, Document } from 'mongodb'
import { expect, test } from 'vitest'
import { mailTextReader } from './website-store'

const stored: Record<string, Document[]> = {
  reply_templates: [
    { _id: 'a1', title: 'Directions', subject: 'How to find us', text: 'Call (916) 555-0100.' },
    { _id: 'a2', title: 'Empty', subject: 'Hello', text: null },
  ],
  forms: [
    { _id: 'lesson_reminders', subject: 'Reminder', text: 'Every Friday.' },
    { _id: 'contact_form', feedback_subject: 'Thanks', feedback_template: 'We call you.' },
  ],
}
const templates: MailText[] = [
  { kind: 'replyTemplate', id: 'a1', title: 'Directions', text: 'How to find us\nCall (916) 555-0100.' },
  { kind: 'replyTemplate', id: 'a2', title: 'Empty', text: 'Hello' },
]
const settings: MailText[] = [
  { kind: 'automaticReply', text: 'Thanks\nWe call you.' },
  { kind: 'lessonReminder', text: 'Reminder\nEvery Friday.' },
]

type Options = { limit?: number; maxTimeMS?: number; projection?: Record<string, number> }

function setup(rows = stored) {
  const reads: [table: string, options: Options][] = []
  const errors: unknown[] = []
  const collection = (name: string) =>
    ({
      find(_: object, options: Options) {
        reads.push([name, options])
        const found = rows[name]
        return { toArray: async () => found ?? Promise.reject(new Error(`${name} timed out`)) }
      },
    }) as unknown as Collection<Document>
  return { reads, errors, read: mailTextReader(collection, (error) => errors.push(error)) }
}
const staff = (rights: RightsHolder['rights']): RightsHolder => ({ role: 'staff', rights, exports: [] })
const admin: RightsHolder = { role: 'admin', rights: {}, exports: [] }

test('admins see the templates of replies and the texts of the settings, by one bounded read each', async () => {
  const { read, reads } = setup()
  expect(await read(admin)).toEqual([...templates, ...settings])
  expect(reads.map(([name]) => name).toSorted()).toEqual(['forms', 'reply_templates'])
  for (const [, { limit, maxTimeMS, projection }] of reads) {
    expect([limit! > 0, maxTimeMS! > 0]).toEqual([true, true])
    // Nothing of the settings but texts is read, such as where inquiries are sent.
    expect(Object.keys(projection!)).not.toContain('notification_recipient')
  }
})

test('staff see templates if they may see their table, and nothing of the settings', async () => {
  const withTable = setup()
  expect(await withTable.read(staff({ website: 'edit', reply_templates: 'view' }))).toEqual(templates)
  expect(withTable.reads.map(([name]) => name)).toEqual(['reply_templates'])
  const without = setup()
  expect(await without.read(staff({ website: 'edit' }))).toEqual([])
  expect(await without.read({ role: 'user', rights: { reply_templates: 'view' }, exports: [] })).toEqual([])
  expect(without.reads).toEqual([])
})

test('settings that were never stored are none', async () => {
  const { read } = setup({ ...stored, forms: [] })
  expect(await read(admin)).toEqual(templates)
})

test('texts that cannot be read in time are left out, and that is noted', async () => {
  const { read, errors } = setup({ reply_templates: stored['reply_templates']! })
  expect(await read(admin)).toBeUndefined()
  expect(errors).toMatchObject([{ message: 'forms timed out' }])
})
