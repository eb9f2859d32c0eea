import { waitingEventsField } from '@app/contracts/events'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { outgoingMail } from '../inquiries/outgoing-mail'
import type { StoredNote } from '../inquiries/submission-document'
import { teamworkStore } from './teamwork'

const database = testDatabase()
const at = new Date('2027-03-01T09:00:00Z')
const [received, until] = [new Date('2027-02-01'), new Date('2027-03-02T09:00:00Z')]
const teamwork = teamworkStore(database.mongo.connection, () => at)
const inquiries = () => database.mongo.db().collection('contact_submissions')
beforeEach(database.clear)

async function inquiry(change: object = {}) {
  const _id = new ObjectId()
  await inquiries().insertOne({ _id, status: 'new', spam: false, mails: [], updated_at: received, ...change })
  return _id.toHexString()
}
const stored = async (id: string) => (await inquiries().findOne({ _id: new ObjectId(id) }))!
const gone = '64b000000000000000000000'

test('an inquiry that is put off comes back, and others are told of the change', async () => {
  const id = await inquiry()
  expect(await teamwork.snooze(id, until, 'action-1')).toMatchObject({ snoozed_until: until, updated_at: at })
  expect((await stored(id))[waitingEventsField]).toMatchObject([{ type: 'record.updated', changed: ['snoozed_until'] }])
  expect(await teamwork.snooze(id, null, 'action-2')).toMatchObject({ snoozed_until: null })
})

test.each([
  ['spam', { spam: true }],
  ['closed', { status: 'closed' }],
])('an inquiry that is %s cannot be put off', async (_, change) => {
  const id = await inquiry(change)
  expect(await teamwork.snooze(id, until, 'action-1')).toBeUndefined()
  expect(await stored(id)).not.toHaveProperty('snoozed_until')
  expect(await teamwork.snooze(gone, until, 'action-1')).toBeUndefined()
})

test('a note that is sent twice is there once, with its mails', async () => {
  const id = await inquiry()
  const note = { id: 'note-1', text: 'Call {$ref}: "$name"', by: 'Ada', at } as unknown as StoredNote
  const mail = outgoingMail(
    { documentId: id, kind: 'reminder', to: 'grace@example.com' },
    { mailDomain: 'archery.example', at },
  )
  const added = await Promise.all([teamwork.addNote(id, note, [mail]), teamwork.addNote(id, note, [mail])])
  expect(added.filter(Boolean)).toHaveLength(1)
  expect(await stored(id)).toMatchObject({ team_notes: [note], mail_state: 'pending' })
  expect((await stored(id))['mails']).toHaveLength(1)
  await teamwork.addNote(id, { ...note, id: 'note-2' }, [])
  expect((await stored(id))['team_notes'].map((one: StoredNote) => one.id)).toEqual(['note-1', 'note-2'])
})

test('each person keeps one draft, an empty one is dropped, and the inquiry counts as unchanged', async () => {
  const id = await inquiry()
  const keep = (person: string, text: string) => teamwork.keepDraft(id, person, person, { subject: 'Re', text })
  await Promise.all([keep('ada', 'First'), keep('grace', 'Hello')])
  expect(await keep('ada', '$name: second')).toBe(true)
  const drafts = async () =>
    (await stored(id))['reply_drafts']
      .map(({ person, text }: { person: string; text: string }) => `${person}: ${text}`)
      .toSorted()
  expect(await drafts()).toEqual(['ada: $name: second', 'grace: Hello'])
  await keep('ada', '  ')
  expect(await drafts()).toEqual(['grace: Hello'])
  expect(await stored(id)).toMatchObject({ updated_at: received, drafted_at: at })
})

test('there is no draft for an inquiry that is gone', async () => {
  expect(await teamwork.keepDraft(gone, 'ada', 'Ada', { subject: '', text: 'Hi' })).toBe(false)
  expect(await inquiries().countDocuments()).toBe(0)
})
