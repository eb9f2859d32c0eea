import type { CallContext } from '@app/service/serve'
import { userWith } from '@app/session/user.fixture'
import { expect, test } from 'vitest'
import { webhookDeps } from './webhooks.fixture'
import { webhookRoutes } from './webhooks-routes'

const [ada, eve] = ['ada', 'eve'].map((id) => ({ id, email: `${id}@archery.example`, requestId: 'r1', sid: 's1' }))

test('the audit has the host of a webhook, and its owner where another admin changes it', async () => {
  const users = { find: async (id: string) => userWith({ id, email: `${id}@archery.example`, role: 'admin' }) }
  const routes = webhookRoutes({ ...webhookDeps(), users })
  async function entryOf(id: string, context: object) {
    const entries: { recordId?: string; about: object }[] = []
    const { handler } = routes.find(({ call }) => call.id === id)!
    await handler({ ...context, audited: (more) => void entries.push(more as (typeof entries)[0]) } as CallContext)
    return entries[0]!
  }
  const body = { url: 'https://booking.example/in?key=secret', types: [], tables: [] }
  const created = await entryOf('createWebhook', { actor: ada, body })
  expect(created.about).toEqual({ host: 'booking.example' })
  const params = { id: created.recordId }
  const rotated = await entryOf('rotateWebhookSecret', { actor: eve, params })
  expect(rotated.about).toEqual({ host: 'booking.example', secret: 'replaced', owner: 'ada@archery.example' })
  const elsewhere = { ...body, url: 'https://evil.example/', active: true }
  const changes = [1, 2].map(() => () => entryOf('changeWebhook', { actor: eve, params, body: elsewhere }))
  expect((await changes[0]!()).about).toEqual({ host: 'evil.example', state: 'active', owner: 'ada@archery.example' })
  // Who saves it is its owner from then on.
  expect((await changes[1]!()).about).toEqual({ host: 'evil.example', state: 'active' })
})
