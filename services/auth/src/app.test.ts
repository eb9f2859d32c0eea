import { expect, test } from 'vitest'
import { admin, person, setup } from './app.fixture'

test('an admin signs in with the mailed code, is known, and logs out', async () => {
  const { browser, mailedCode, sessions } = await setup()
  const ask = browser()
  expect(await ask('POST', '/send-otp', { email: ' Admin@Archery.Example ' })).toMatchObject({
    status: 200,
    body: { success: true, resendIn: 60 },
  })
  const code = await mailedCode()
  const verified = await ask('POST', '/verify-otp', { ...admin, otp: ` ${code.slice(0, 3)} ${code.slice(3)}` })
  expect(verified).toMatchObject({ status: 200, body: { success: true, user: { email: admin.email, role: 'admin' } } })
  expect(verified.cookies[0]).toMatch(/^session=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict/)
  expect(await ask('GET', '/users/me')).toMatchObject({
    status: 200,
    body: { email: admin.email, createdAt: '1970-01-01T00:00:00.000Z' },
  })
  expect(await ask('GET', '/admin/status')).toMatchObject({ status: 200, body: { isAdmin: true } })
  expect(await ask('GET', '/logout')).toMatchObject({ status: 200, body: { success: true } })
  expect(sessions.size).toBe(0)
  expect((await ask('GET', '/users/me')).status).toBe(401)
})

test('the queue learns neither the code nor the address', async () => {
  const { browser, jobs, mailedCode } = await setup()
  await browser()('POST', '/send-otp', admin)
  const code = await mailedCode()
  expect(jobs.length).toBe(1)
  expect(JSON.stringify(jobs)).not.toContain(code)
  expect(JSON.stringify(jobs)).not.toContain('archery.example')
})

test('O7: an unknown address gets the same answer and no mail', async () => {
  const { browser, jobs, mails } = await setup()
  const known = await browser()('POST', '/send-otp', admin)
  const unknown = await browser()('POST', '/send-otp', { email: 'stranger@example.com' })
  await mails()
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  expect(unknown.cookies[0]!.length).toBe(known.cookies[0]!.length)
  expect(jobs.length).toBe(1)
})

test('asking again too early answers the same and leaves the first code good', async () => {
  const { browser, jobs, mailedCode } = await setup()
  const ask = browser()
  await ask('POST', '/send-otp', admin)
  expect((await ask('POST', '/send-otp', admin)).body).toEqual({ success: true, resendIn: 60 })
  const otp = await mailedCode()
  expect(jobs.length).toBe(1)
  expect((await ask('POST', '/verify-otp', { ...admin, otp })).status).toBe(200)
})

test('a code is good once, even for two tabs at the same moment', async () => {
  const { browser, mailedCode, sessions } = await setup()
  const ask = browser()
  await ask('POST', '/send-otp', admin)
  const otp = await mailedCode()
  const answers = await Promise.all([
    ask('POST', '/verify-otp', { ...admin, otp }),
    ask('POST', '/verify-otp', { ...admin, otp }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(sessions.size).toBe(1)
})

test('O10: a code works only in the browser that asked for it', async () => {
  const { browser, mailedCode } = await setup()
  await browser()('POST', '/send-otp', admin)
  expect(await browser()('POST', '/verify-otp', { ...admin, otp: await mailedCode() })).toMatchObject({
    status: 400,
    body: { error: 'Invalid or expired code' },
  })
})

test('after five wrong tries the right code is refused too', async () => {
  const { browser, setCode } = await setup()
  const ask = browser()
  await ask('POST', '/send-otp', admin)
  setCode(admin.email, '000042')
  for (let i = 0; i < 5; i++) expect((await ask('POST', '/verify-otp', { ...admin, otp: '999999' })).status).toBe(400)
  expect((await ask('POST', '/verify-otp', { ...admin, otp: '000042' })).status).toBe(400)
})

test('O9: values of the wrong type are refused and cost no try', async () => {
  const { browser, setCode } = await setup()
  const ask = browser()
  for (const email of [
    {},
    [],
    null,
    7,
    { $ne: '' },
    '',
    'a@b',
    'a@example.com, b@example.com',
    'a＠example.com,b@example.com',
  ]) {
    expect((await ask('POST', '/send-otp', { email })).status).toBe(400)
  }
  await ask('POST', '/send-otp', admin)
  setCode(admin.email, '000042')
  for (const otp of [{}, [], null, 42, { $ne: '' }, '42', '0000042', 'abcdef', '']) {
    expect((await ask('POST', '/verify-otp', { ...admin, otp })).status).toBe(400)
  }
  expect((await ask('POST', '/verify-otp', { ...admin, otp: '000042' })).status).toBe(200)
})

test('a user who is no admin is told so by the status, not by an error', async () => {
  const { browser, users, mailedCode } = await setup()
  const email = 'coach@example.com'
  users.set(email, person(email))
  const ask = browser()
  await ask('POST', '/send-otp', { email })
  await ask('POST', '/verify-otp', { email, otp: await mailedCode() })
  expect(await ask('GET', '/admin/status')).toMatchObject({ status: 200, body: { isAdmin: false } })
})

test.each(['/users/me', '/admin/status'])('%s answers 401 to nobody', async (path) => {
  expect((await (await setup()).browser()('GET', path)).status).toBe(401)
})

test('logging out without a session is fine, from another site it is refused', async () => {
  const { browser } = await setup()
  expect((await browser()('POST', '/logout', {})).body).toEqual({ success: true })
  expect((await browser()('GET', '/logout', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})
