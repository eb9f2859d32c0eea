import { minutes } from '@app/contracts/durations'
import { describe, expect, test } from 'vitest'
import { admin, authDatabase, person } from '../app.fixture'

const { setup } = authDatabase()

const coach = 'coach@example.com'
const staff = { name: 'Robin', role: 'staff', rights: { lessons: 'edit', students: 'view' }, exports: ['students'] }

async function asAdmin() {
  const world = await setup()
  const ask = await world.signedIn(person(admin.email, { role: 'admin' }))
  return { ...world, ask }
}
const path = (id: string) => `/people/${id}`

test.each([
  ['GET', '/people', undefined],
  ['POST', '/people', { email: coach, ...staff }],
  ['PUT', `/people/${'0'.repeat(24)}`, { ...staff, disabled: false }],
  ['DELETE', `/people/${'0'.repeat(24)}`, undefined],
] as const)('%s %s is for admins only', async (method, path, body) => {
  const { browser, signedIn } = await setup()
  expect((await browser()(method, path, body)).status).toBe(401)
  for (const role of ['user', 'staff'] as const)
    expect((await (await signedIn(person(`${role}@example.com`, { role })))(method, path, body)).status).toBe(403)
})

test('an invited person receives a mail, can get a code at once, and has the rights given', async () => {
  const { ask, browser, mails, mailedCode } = await asAdmin()
  const answer = await ask('POST', '/people', { email: ' Coach@Example.com ', ...staff })
  expect(answer).toMatchObject({
    status: 201,
    body: { mailed: true, person: { email: coach, ...staff, disabled: false } },
  })
  expect(await mails()).toMatchObject([{ kind: 'invitation', to: coach, by: admin.email, name: 'Robin' }])
  const robin = browser()
  await robin('POST', '/send-otp', { email: coach })
  expect((await robin('POST', '/verify-otp', { email: coach, otp: await mailedCode() })).status).toBe(200)
  expect((await robin('GET', '/admin/status')).body).toEqual({
    isAdmin: false,
    role: 'staff',
    tables: staff.rights,
    exports: staff.exports,
  })
})

test('the list has admins first and says why some cannot be changed', async () => {
  const { ask, keep } = await asAdmin()
  await keep(person('zoe@example.com', { role: 'admin' }))
  await keep(person(coach))
  const { data } = (await ask('GET', '/people')).body as { data: { email: string; protection: string | null }[] }
  expect(data.map(({ email, protection }) => [email, protection])).toEqual([
    [admin.email, 'self'],
    ['zoe@example.com', null],
    [coach, null],
  ])
})

test('the list names the admins by configuration, whatever way they first signed in', async () => {
  const { signedIn, keep } = await setup()
  const ask = await signedIn(person('zoe@example.com', { role: 'admin' }))
  await keep(person(admin.email, { role: 'admin', provider: 'google' }))
  const { data } = (await ask('GET', '/people')).body as { data: { email: string; protection: string | null }[] }
  expect(data.find(({ email }) => email === admin.email)).toMatchObject({ protection: 'configured' })
})

describe('an invitation', () => {
  test('of a user who signed in before gives access', async () => {
    const { ask, keep, userOf } = await asAdmin()
    await keep(person(coach))
    expect((await ask('POST', '/people', { email: coach, ...staff })).status).toBe(201)
    expect(await userOf(coach)).toMatchObject({ role: 'staff', rights: staff.rights })
  })

  test('of a person with access is refused, and changes nothing', async () => {
    const { ask, keep, userOf, mails } = await asAdmin()
    await keep(person(coach, { role: 'admin' }))
    expect(await ask('POST', '/people', { email: coach, ...staff })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('in the list already') },
    })
    expect([(await userOf(coach))?.role, (await mails()).length]).toEqual(['admin', 0])
  })

  test('that cannot be mailed is stored nevertheless, and reported', async () => {
    const { signedIn, userOf } = await setup({ queueAway: true })
    const ask = await signedIn(person(admin.email, { role: 'admin' }))
    expect((await ask('POST', '/people', { email: coach, ...staff })).body).toMatchObject({ mailed: false })
    expect(await userOf(coach)).toBeDefined()
  })

  test.each([
    ['email', { email: 'no address' }],
    ['exports', { exports: ['equipment'] }],
    ['rights.lessons', { rights: { lessons: 'all' } }],
    ['rights', { rights: { equipment: 'own' } }],
    ['role', { role: 'owner' }],
    ['name', { name: 'x'.repeat(101) }],
  ])('with a wrong %s is 422 with a message for that field', async (field, change) => {
    const { ask, userOf } = await asAdmin()
    const answer = await ask('POST', '/people', { email: coach, ...staff, ...change })
    expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([422, [field]])
    expect(await userOf(coach)).toBeNull()
  })
})

describe('a change', () => {
  const id = 'a'.repeat(24)
  test('takes effect, and ends the sessions of a person without access', async () => {
    const { ask, userOf, signedIn } = await asAdmin()
    const robin = await signedIn({ ...person(coach, { role: 'staff' }), id })
    const put = (change: object) => ask('PUT', path(id), { ...staff, disabled: false, ...change })
    expect((await put({ rights: { equipment: 'view' }, exports: [] })).body).toMatchObject({
      rights: { equipment: 'view' },
    })
    expect((await robin('GET', '/admin/status')).body).toMatchObject({ tables: { equipment: 'view' } })
    expect((await put({ disabled: true })).body).toMatchObject({ disabled: true })
    expect((await robin('GET', '/users/me')).status).toBe(401)
    expect(await userOf(coach)).toMatchObject({ disabled: true })
  })

  test('to admin or user drops the rights of staff', async () => {
    const { ask, keep } = await asAdmin()
    await keep({ ...person(coach, { role: 'staff', rights: { lessons: 'edit' } }), id })
    expect((await ask('PUT', path(id), { ...staff, role: 'admin', disabled: false })).body).toMatchObject({
      role: 'admin',
      rights: {},
      exports: [],
    })
  })

  test('of the own role, disabling or deleting oneself is refused; the own name may change', async () => {
    const { userOf, signedIn } = await asAdmin()
    const ask = await signedIn({ ...person('me@example.com', { role: 'admin' }), id })
    const own = { name: 'Me', role: 'admin', rights: {}, exports: [], disabled: false }
    expect((await ask('PUT', path(id), { ...own, role: 'user' })).status).toBe(409)
    expect((await ask('PUT', path(id), { ...own, disabled: true })).status).toBe(409)
    expect((await ask('DELETE', path(id))).status).toBe(409)
    expect((await ask('PUT', path(id), own)).body).toMatchObject({ name: 'Me', protection: 'self' })
    expect((await userOf('me@example.com'))?.role).toBe('admin')
  })

  test('needs a sign-in of the last fifteen minutes', async () => {
    const { ask, signedInAt, keep, userOf } = await asAdmin()
    await keep({ ...person(coach), id })
    await signedInAt(new Date(Date.now() - minutes(16)))
    const calls = [
      () => ask('POST', '/people', { email: 'x@example.com', ...staff }),
      () => ask('PUT', path(id), { ...staff, disabled: false }),
      () => ask('DELETE', path(id)),
    ]
    for (const call of calls)
      expect(await call()).toMatchObject({ status: 403, body: { code: 'recent_sign_in_required' } })
    expect((await ask('GET', '/people')).status).toBe(200)
    expect((await userOf(coach))?.role).toBe('user')
  })

  test('is announced five minutes ahead, so that a form that is filled in now can be saved', async () => {
    const { ask, signedInAt } = await asAdmin()
    const recent = async (age: number) => {
      await signedInAt(new Date(Date.now() - minutes(age)))
      return (await ask('GET', '/users/me/recent-sign-in')).status
    }
    expect([await recent(9), await recent(11), await recent(16)]).toEqual([200, 403, 403])
  })

  test('of an unknown person is 404', async () => {
    const { ask } = await asAdmin()
    expect((await ask('PUT', path('f'.repeat(24)), { ...staff, disabled: false })).status).toBe(404)
    expect((await ask('DELETE', path('f'.repeat(24)))).status).toBe(404)
    expect((await ask('DELETE', path('noid'))).status).toBe(404)
  })
})

test('a deleted person is signed out, told so, and gone', async () => {
  const { ask, userOf, signedIn } = await asAdmin()
  const id = 'b'.repeat(24)
  const robin = await signedIn({ ...person(coach, { role: 'staff' }), id })
  expect(await ask('DELETE', path(id))).toMatchObject({ status: 200, body: { success: true, id } })
  const refused = { code: 'not_signed_in', error: 'Your account was removed.', account: 'removed' }
  expect(await robin('GET', '/users/me')).toMatchObject({ status: 401, body: refused })
  expect([await userOf(coach), (await robin('POST', '/logout', {})).status]).toEqual([null, 200])
})
