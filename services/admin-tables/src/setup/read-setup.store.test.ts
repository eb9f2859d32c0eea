import { testDatabase } from '@app/mongo/test-database.fixture'
import { expect, test } from 'vitest'
import { type StoredSetup, setupStore } from './read-setup'

const database = testDatabase()
const at = new Date('2027-03-01T09:00:00Z')
const setup = setupStore(
  () => database.mongo.db().collection<StoredSetup>('site_setup'),
  () => at,
)

test('that a test mail was sent stays noted, beside what admins have said', async () => {
  expect(await setup.read()).toEqual({})
  await setup.noteMailSent()
  await setup.mark('prices', 'confirmed', 'ada')
  await setup.noteMailSent()
  expect(await setup.read()).toEqual({
    _id: 'setup',
    mail_sent: true,
    marks: { prices: { as: 'confirmed', by: 'ada', at } },
  })
})
