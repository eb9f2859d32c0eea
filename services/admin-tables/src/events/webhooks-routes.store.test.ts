import { expect, test } from 'vitest'
import { testApp } from '../test-app.fixture'

const setup = testApp()

test('the audit has the host of a webhook, and its owner where another admin changes it', async () => {
  const { send, collection } = await setup()
  const lastEntry = async () => {
    const [entry] = await collection('audit_log').find().sort({ _id: -1 }).limit(1).toArray()
    return entry!['about'] as object
  }
  const body = { url: 'https://booking.example/in?key=secret', types: [], tables: [] }
  const created = await send('/api/webhooks', { method: 'POST', body })
  const { id } = (await created.json()) as { id: string }
  expect(await lastEntry()).toEqual({ host: 'booking.example' })
  const path = `/api/webhooks/${id}`
  await send(`${path}/secret`, { who: 'eve', method: 'POST', body: {} })
  expect(await lastEntry()).toEqual({ host: 'booking.example', secret: 'replaced', owner: 'ada@example.com' })
  const change = () =>
    send(path, { who: 'eve', method: 'PUT', body: { ...body, url: 'https://evil.example/', active: true } })
  await change()
  expect(await lastEntry()).toEqual({ host: 'evil.example', state: 'active', owner: 'ada@example.com' })
  // Who saves it is its owner from then on.
  await change()
  expect(await lastEntry()).toEqual({ host: 'evil.example', state: 'active' })
})
