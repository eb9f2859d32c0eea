import { expect, test } from 'vitest'
import { syntheticTransport } from './start-delivery'

test('without a recipient the mail server is only signed in to; with one it gets the mail', async () => {
  const calls: string[] = []
  const transport = {
    send: async ({ to }: { to: { address: string } }) => void calls.push(to.address),
    verify: async () => void calls.push('verified'),
  }
  const mail = { messageId: '<1@x>', to: { name: '', address: 'a@b.invalid' }, subject: '', text: '', html: '' }
  await syntheticTransport(transport, undefined).send(mail)
  await syntheticTransport(transport, 'watch@provider.example').send(mail)
  expect(calls).toEqual(['verified', 'watch@provider.example'])
})
