import type { PersonFile } from '@app/contracts/person-file'
import { GridFSBucket, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { fileStore } from '../../files/file-store'
import { students } from '../../seed/school'
import { personId, testApp } from '../../test-app.fixture'

const setup = testApp()

const photo = { type: 'string', title: 'Photo', format: 'image' } as const
const archers = { ...students, properties: { ...students.properties, photo } }
const robin = 'c'.repeat(24)
const address = 'robin@example.com'
const times = { created_at: '2026-05-01T09:00:00.000Z', updated_at: '2026-05-01T09:00:00.000Z' }

test('the file of a person has the record, and what was uploaded, received and sent with it, as it is stored', async () => {
  const app = await setup({ tables: [archers] })
  const db = () => app.mongo.db()
  const uploaded = await fileStore(db).add({
    ...{ name: 'robin.png', type: 'image/png', bytes: Buffer.from('a photo'), userId: personId('ada') },
  })
  const record = { name: 'Robin Hood', email: address, photo: uploaded.url, ...times }
  await app.put({ id: robin, ...record }, 'students')

  const keep = async (bucketName: string, bytes: string, metadata = {}) => {
    const id = new ObjectId()
    const stream = new GridFSBucket(db(), { bucketName }).openUploadStreamWithId(id, 'file', { metadata })
    await new Promise((done) => stream.end(Buffer.from(bytes), () => done(undefined)))
    return id
  }
  const inquiry = new ObjectId()
  await app.collection('contact_submissions').insertOne({ _id: inquiry, email: address })
  const [letter, attached] = [await keep('inbound_files', 'the mail'), await keep('inbound_files', 'a map')]
  await keep('reply_files', 'a price list', { name: 'prices.pdf', type: 'application/pdf', inquiry })
  await app.collection('inbound_mails').insertOne({
    ...{
      from: { address },
      to: [{ address: 'desk@archery.example' }],
      subject: 'Where are you?',
      text: 'See the map.',
    },
    ...{ received_at: new Date(0), raw: letter, inquiry, inquiry_email: address },
    attachments: [
      { name: 'map.txt', type: 'text/plain', file: attached },
      { name: 'lost.txt', type: 'text/plain', file: new ObjectId() },
    ],
  })

  const query = `email=${address}`
  const file = (await (await app.get(`/api/person-file?${query}`, 'ada')).json()) as PersonFile
  expect(file.sections.records!.map(({ id }) => id).toSorted()).toEqual([String(inquiry), robin].toSorted())
  // One that is stored no more is not listed.
  expect(file.attachments.map(({ name, size }) => [name, size]).toSorted()).toEqual([
    [expect.stringMatching(/^mail-[\da-f]{24}\.eml$/), 8],
    ['map.txt', 5],
    ['prices.pdf', 12],
    ['robin.png', 7],
  ])
  const archive = await app.get(`/api/person-file?${query}&format=zip`, 'ada')
  const bytes = Buffer.from(await archive.arrayBuffer()).toString('latin1')
  for (const { path } of file.attachments) expect(bytes).toContain(path)
})
