import { type Mail, sendFailure } from '@app/mail'
import { expect, test, vi } from 'vitest'
import { withoutSuppressed } from './deliver-mail'

const mail: Mail = { messageId: '<1@x>', to: { name: '', address: 'ada@example.com' }, subject: '', text: '', html: '' }

test('a mailing is not sent to whoever left it meanwhile; other mails are', async () => {
  const sent: Mail[] = []
  const find = vi.fn(async ([email = '']: readonly string[]) => [
    { email, reason: 'unsubscribed' as const, since: '', status: null },
  ])
  const transport = withoutSuppressed({ send: async (one) => void sent.push(one) }, { find })
  const failure = await transport.send({ ...mail, unsubscribe: 'https://x' }).then(() => undefined, sendFailure)
  expect(failure).toEqual({ permanent: true, reason: 'Unsubscribed from mailings.' })
  await transport.send(mail)
  expect(sent).toEqual([mail])
  expect(find.mock.calls).toEqual([[['ada@example.com']]])
})
