import type { User } from '@app/session'
import { userWith } from '@app/session/user.fixture'
import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { formsDatabase } from '../app.fixture'
import type { InboundMail } from '../inbound/inbound-mail'

const { appWith, storeInquiry, inquiries, collection } = formsDatabase()
const id = '0123456789abcdef01234567'
const program: User = userWith({ id: 'program', role: 'staff', rights: { contact_submissions: 'edit' } })
/** Acts as the service account above, whatever request comes. */
const asProgram = async () => ({
  sid: 'account-program',
  user: program,
  signedInAt: new Date(0),
  isAccount: true as const,
})

let n = 0
async function reply(body: object, deps: Parameters<typeof appWith>[0] = {}, path = 'reply') {
  const response = await appWith(deps).handle(
    new Request(`http://localhost/api/forms/submissions/${id}/${path}`, {
      method: 'POST',
      headers: {
        ...{ cookie: 'session=admin', 'content-type': 'application/json' },
        'idempotency-key': `reply-${String(n++).padStart(8, '0')}`,
      },
      body: JSON.stringify({ ...(path === 'reply' && { subject: 'Re', text: 'Hi' }), ...body }),
    }),
  )
  return {
    status: response.status,
    body: (await response.json()) as { error: string; left?: number; unproven?: string[] },
  }
}
const receive = (sender: string, is_proven: boolean) =>
  collection<Partial<InboundMail>>('inbound_mails').insertOne({
    ...{ inquiry: new ObjectId(id), state: 'threaded', sender, is_proven, keys: [`key-${sender}`] },
    received_at: new Date(),
  })
const sent = async () => (await inquiries())[0]!.mails.map(({ to }) => to)

test('a copy goes to an address that nothing proves only where its author names it', async () => {
  await storeInquiry({ thread_key: 'k'.repeat(32) })
  await receive('eve@evil.example', false)
  await receive('robin@example.com', true)
  const cc = ['eve@evil.example', 'robin@example.com']
  expect(await reply({ cc })).toMatchObject({ status: 409, body: { unproven: ['eve@evil.example'] } })
  expect(await reply({ cc, confirmed: ['robin@example.com'] })).toMatchObject({ status: 409 })
  expect(await sent()).toEqual([])
  expect((await reply({ cc, confirmed: ['Eve@evil.example'] })).status).toBe(200)
  expect(await sent()).toEqual(['zoe@example.com', ...cc])
  // It is known from then on.
  expect((await reply({ cc })).status).toBe(200)
})

test('a service account writes to nobody whom the conversation does not know, named or not', async () => {
  await storeInquiry({ thread_key: 'k'.repeat(32) })
  await receive('eve@evil.example', false)
  const deps = { identify: asProgram }
  const cc = ['eve@evil.example']
  for (const confirmed of [[], cc]) expect((await reply({ cc, confirmed }, deps)).status).toBe(403)
  expect(await sent()).toEqual([])
  expect((await reply({}, deps)).status).toBe(200)
})

test('25 replies with five invented copies each end at the budget, before anything is stored', async () => {
  await storeInquiry({ thread_key: 'k'.repeat(32) })
  const caps = { recipientsPerPerson: 20 }
  const one = (at: number) => {
    const cc = Array.from({ length: 5 }, (_, to) => `p${at}-${to}@example.com`)
    return reply({ cc, confirmed: cc }, { caps })
  }
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => one(at)))
  for (let at = 20; at < 25; at++) answers.push(await one(at))
  const count = answers.filter(({ status }) => status === 200).length
  expect(count).toBe(3)
  expect(answers.at(-1)).toMatchObject({ status: 429, body: { left: 2, endsAt: expect.any(String) } })
  expect(await sent()).toHaveLength(18)
  expect((await inquiries())[0]!.replies).toHaveLength(3)
})
