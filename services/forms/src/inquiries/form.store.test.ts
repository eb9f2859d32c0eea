import { contactFormId } from '@app/contracts/forms'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { formStore } from './form'

const database = testDatabase()
const forms = () => formStore(database.mongo.connection)
beforeEach(database.clear)

test('a service without its contact form is not ready; the first start stores it', async () => {
  await expect(forms().requireContactForm()).rejects.toThrow('The contact form is missing.')
  expect(await forms().find(contactFormId)).toBeUndefined()
  await forms().prepare('desk@archery.example')
  await forms().requireContactForm()
  expect(await forms().find(contactFormId)).toMatchObject({
    notification_recipient: 'desk@archery.example',
    reply_to: 'desk@archery.example',
  })
})

test('replicas that start together, or again, leave what staff have changed', async () => {
  const store = forms()
  await Promise.all([store.prepare('desk@archery.example'), forms().prepare('desk@archery.example')])
  const { updated_at } = (await store.read(contactFormId)) as unknown as { updated_at: Date }
  await store.update(contactFormId, { notification_recipient: 'staff@archery.example' }, updated_at)
  await forms().prepare('desk@archery.example')
  expect(await forms().find(contactFormId)).toMatchObject({ notification_recipient: 'staff@archery.example' })
})

test('of two changes of the same version one is stored', async () => {
  const [one, other] = [forms(), forms()]
  await one.prepare(undefined)
  const { updated_at } = (await one.read(contactFormId)) as unknown as { updated_at: Date }
  const changed = await Promise.all([
    one.update(contactFormId, { reply_to: 'one@archery.example' }, updated_at),
    other.update(contactFormId, { reply_to: 'other@archery.example' }, updated_at),
  ])
  expect(changed.filter(Boolean)).toHaveLength(1)
  expect(await forms().find(contactFormId)).toMatchObject({ reply_to: changed.find(Boolean)!.reply_to })
})
