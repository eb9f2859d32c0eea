import { minutes } from '@app/contracts/durations'
import { expect, test } from 'vitest'
import { admin, authDatabase, person } from '../app.fixture'

const { setup } = authDatabase()

const settings = { name: 'Booking site', rights: { lessons: 'edit' }, exports: ['lessons'], expiresAt: null }
const path = '/service-accounts'

async function asAdmin() {
  const world = await setup()
  const ask = await world.signedIn(person(admin.email, { role: 'admin' }))
  const create = async (change: object = {}) =>
    (await ask('POST', path, { ...settings, ...change })).body as { id: string; secret: string }
  /** A program with this secret, from an address as Nginx reports it. */
  const program =
    (secret: string, headers: Record<string, string> = {}) =>
    async (method: string, to: string, body?: unknown) => {
      const init = {
        method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }
      const response = await world.app.handle(new Request(`http://localhost/api${to}`, init))
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
  return { ...world, ask, create, program }
}

test('an account has a secret that is shown once, and calls with its rights', async () => {
  const { ask, create, program } = await asAdmin()
  const { id, secret } = await create()
  expect(await program(secret)('GET', '/admin/status')).toEqual({
    status: 200,
    body: { isAdmin: false, role: 'staff', tables: { lessons: 'edit' }, exports: ['lessons'] },
  })
  const listed = await ask('GET', path)
  expect(listed.body).toMatchObject({
    data: [{ id, name: 'Booking site', state: 'active', owner: { email: admin.email }, secrets: [{ n: 1 }] }],
  })
  expect(JSON.stringify(listed.body)).not.toContain(secret.slice(8, 20))
  const { secrets } = (await ask('GET', `${path}/${id}`)).body as { secrets: { lastUsedAt: string | null }[] }
  expect(Date.now() - Date.parse(secrets[0]!.lastUsedAt!)).toBeLessThan(5_000)
})

test('people, accounts and what belongs to a person are closed to accounts', async () => {
  const { create, program } = await asAdmin()
  const { id, secret } = await create({ rights: { students: 'edit' }, exports: [] })
  for (const [method, to] of [
    ['GET', '/people'],
    ['GET', path],
    ['POST', path],
    ['DELETE', `${path}/${id}`],
    ['POST', `${path}/${id}/secrets`],
    ['GET', '/users/me'],
    ['GET', '/sessions'],
    ['GET', '/passkeys'],
  ] as const)
    expect([to, (await program(secret)(method, to)).status]).toEqual([to, 403])
})

test('two secrets overlap, a third is refused, and a revoked one ends at once', async () => {
  const { ask, create, program } = await asAdmin()
  const { id, secret } = await create()
  const second = (await ask('POST', `${path}/${id}/secrets`)).body as { n: number; secret: string }
  expect(second.n).toBe(2)
  const status = async (one: string) => (await program(one)('GET', '/admin/status')).status
  expect([await status(secret), await status(second.secret)]).toEqual([200, 200])
  expect((await ask('POST', `${path}/${id}/secrets`)).status).toBe(409)
  expect((await ask('DELETE', `${path}/${id}/secrets/1`)).body).toMatchObject({ secrets: [{ n: 2 }] })
  expect([await status(secret), await status(second.secret)]).toEqual([401, 200])
  expect((await ask('DELETE', `${path}/${id}/secrets/1`)).status).toBe(404)
  expect((await ask('POST', `${path}/${id}/secrets`)).body).toMatchObject({ n: 3 })
  expect((await ask('DELETE', `${path}/${id}`)).status).toBe(200)
  expect(await status(second.secret)).toBe(401)
})

test('a secret beside a cookie is refused, and a made-up one is told apart', async () => {
  const { create, program } = await asAdmin()
  const { secret } = await create()
  expect((await program(secret, { cookie: 'session=x' })('GET', '/admin/status')).status).toBe(400)
  expect(await program(`${secret.slice(0, -1)}_`)('GET', '/admin/status')).toMatchObject({
    status: 401,
    body: { error: expect.stringContaining('not valid') },
  })
})

test('an account ends with its expiry and with its owner, until another admin saves it', async () => {
  const { ask, create, program, keep, signedIn, clock } = await asAdmin()
  const { id, secret } = await create()
  const status = async () => (await program(secret)('GET', '/admin/status')).status
  await keep(person(admin.email, { role: 'staff' }))
  expect(await status()).toBe(401)
  const zoe = await signedIn(person('zoe@example.com', { role: 'admin' }))
  expect((await zoe('GET', `${path}/${id}`)).body).toMatchObject({ state: 'ownerless' })
  expect((await zoe('PUT', `${path}/${id}`, settings)).body).toMatchObject({ owner: { email: 'zoe@example.com' } })
  expect(await status()).toBe(200)
  await keep(person(admin.email, { role: 'admin' }))
  const soon = new Date(clock.at + minutes(5)).toISOString()
  expect((await ask('PUT', `${path}/${id}`, { ...settings, expiresAt: soon })).status).toBe(200)
  clock.at += minutes(5) + 1
  expect(await status()).toBe(401)
  expect((await ask('GET', `${path}/${id}`)).body).toMatchObject({ state: 'expired' })
})

test('an account with networks is refused from any other', async () => {
  const { create, program } = await asAdmin()
  const { secret } = await create({ networks: ['203.0.113.0/24'] })
  const from = async (address: string) =>
    (await program(secret, { 'x-real-ip': address })('GET', '/admin/status')).status
  expect([await from('203.0.113.9'), await from('203.0.114.9'), await from('')]).toEqual([200, 403, 403])
})

test.each([
  ['name', { name: ' ' }],
  ['rights', { rights: { users: 'view' } }],
  ['exports', { exports: ['students'] }],
  ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
  ['networks', { networks: ['203.0.113.0/40'] }],
])('a wrong %s is 422 with a message for that field', async (field, change) => {
  const { ask } = await asAdmin()
  const answer = await ask('POST', path, { ...settings, ...change })
  expect([answer.status, Object.keys(answer.body['fields'] as object)]).toEqual([422, [field]])
})

test('no two accounts are called alike', async () => {
  const { ask, create } = await asAdmin()
  await create()
  expect((await ask('POST', path, { ...settings, name: 'BOOKING SITE' })).status).toBe(409)
})

test('the audit says who gave a program which rights', async () => {
  const { ask, create, audit } = await asAdmin()
  const { id } = await create()
  await ask('POST', `${path}/${id}/secrets`)
  expect((await audit()).slice(-2)).toMatchObject([
    {
      action: 'account-add',
      email: admin.email,
      record_id: id,
      about: { account: 'Booking site', rights: 'lessons: edit' },
    },
    { action: 'secret-add', record_id: id, about: { account: 'Booking site', secret: 2 } },
  ])
})

test('the audit names the owner of an account that another admin changes', async () => {
  const { create, audit, signedIn } = await asAdmin()
  const { id } = await create()
  const zoe = await signedIn(person('zoe@example.com', { role: 'admin' }))
  await zoe('POST', `${path}/${id}/secrets`)
  await zoe('PUT', `${path}/${id}`, settings)
  await zoe('PUT', `${path}/${id}`, settings)
  const owners = (await audit()).slice(-3).map(({ action, about }) => [action, about?.['owner']])
  expect(owners).toEqual([
    ['secret-add', admin.email],
    ['account-change', admin.email],
    ['account-change', undefined],
  ])
})
