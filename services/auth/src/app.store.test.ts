import { calls } from '@app/contracts/calls'
import { minutes } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { describe, expect, test } from 'vitest'
import { admin, authDatabase, person } from './app.fixture'

const { mongo, setup } = authDatabase()

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
    body: { email: admin.email, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) },
  })
  expect(await ask('GET', '/admin/status')).toMatchObject({ status: 200, body: { isAdmin: true } })
  expect(await ask('GET', '/logout')).toMatchObject({ status: 200, body: { success: true } })
  expect(await sessions()).toEqual([])
  expect((await ask('GET', '/users/me')).status).toBe(401)
})

test('the queue holds neither the code nor the address in the clear', async () => {
  const { browser, jobs, mailedCode } = await setup()
  await browser()('POST', '/send-otp', admin)
  const code = await mailedCode()
  expect(jobs.length).toBe(1)
  expect(JSON.stringify(jobs)).not.toContain(code)
  expect(JSON.stringify(jobs)).not.toContain('archery.example')
})

test('an unknown address gets the same answer and no mail', async () => {
  const { browser, jobs, mails } = await setup()
  const known = await browser()('POST', '/send-otp', admin)
  const unknown = await browser()('POST', '/send-otp', { email: 'stranger@example.com' })
  await mails()
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  expect(unknown.cookies[0]!.length).toBe(known.cookies[0]!.length)
  expect(jobs.length).toBe(1)
})

test('while the queue is full every address gets the same 503, and no code is promised', async () => {
  const { browser, jobs, mails } = await setup({ queueFull: true })
  const known = await browser()('POST', '/send-otp', admin)
  const unknown = await browser()('POST', '/send-otp', { email: 'stranger@example.com' })
  await mails()
  expect([known.status, unknown.status]).toEqual([503, 503])
  expect(known.body).toMatchObject({ code: 'unavailable', error: unknown.body.error })
  expect(jobs).toEqual([])
})

test('a repeated request that is too early gets the same answer, and the first code stays valid', async () => {
  const { browser, jobs, mailedCode } = await setup()
  const ask = browser()
  await ask('POST', '/send-otp', admin)
  expect((await ask('POST', '/send-otp', admin)).body).toEqual({ success: true, resendIn: 60 })
  const otp = await mailedCode()
  expect(jobs.length).toBe(1)
  expect((await ask('POST', '/verify-otp', { ...admin, otp })).status).toBe(200)
})

test('a code is valid once, even for fifty tabs at the same time', async () => {
  const { browser, mailedCode, sessions } = await setup()
  const ask = browser()
  await ask('POST', '/send-otp', admin)
  const otp = await mailedCode()
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('POST', '/verify-otp', { ...admin, otp })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(49)
  expect(await sessions()).toHaveLength(1)
})

test('a code works only in the browser that requested it', async () => {
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
  await setCode(admin.email, '000042')
  for (let i = 0; i < 5; i++) expect((await ask('POST', '/verify-otp', { ...admin, otp: '999999' })).status).toBe(400)
  expect((await ask('POST', '/verify-otp', { ...admin, otp: '000042' })).status).toBe(400)
})

test('values of the wrong type are refused, change nothing and cost no try', async () => {
  const { browser, setCode } = await setup()
  const ask = browser()
  await ask('POST', '/send-otp', admin)
  await setCode(admin.email, '000042')
  const stored = () => mongo.db().collection('login_codes').find().toArray()
  const before = await stored()
  const odd: unknown[] = [
    {},
    [],
    null,
    7,
    true,
    { $ne: '' },
    { $gt: '' },
    [''],
    ['a@example.com'],
    { toString: 'x' },
    '\0',
    ' ',
    '',
  ]
  const addresses = ['a@b', 'a@example.com, b@example.com', 'a＠example.com,b@example.com']
  const otps = [42, '42', '0000042', 'abcdef']
  const bodies: [string, unknown[]][] = [
    ['/send-otp', [...odd, ...addresses].map((email) => ({ email }))],
    ['/verify-otp', odd.map((email) => ({ email, otp: '000000' }))],
    ['/verify-otp', [...odd, ...otps].map((otp) => ({ ...admin, otp }))],
    ['/sessions', odd.flatMap((value) => [{ code: value }, { code: 'c', state: value }])],
    ['/logout', odd.filter((value) => value !== true).map((everywhere) => ({ everywhere }))],
  ]
  for (const [path, list] of bodies)
    for (const body of [...list, 'text', 7, { ...(list[0] as object), extra: 1 }]) {
      const answer = await ask('POST', path, body)
      expect([path, body, answer.status, typeof answer.body['error']]).toEqual([path, body, 400, 'string'])
    }
  expect(await stored()).toEqual(before)
  expect((await ask('POST', '/verify-otp', { ...admin, otp: '000042' })).status).toBe(200)
})

test('the status says that a user is not an admin; it is not an error', async () => {
  const { browser, keep, mailedCode } = await setup()
  const email = 'coach@example.com'
  await keep(person(email))
  const ask = browser()
  await ask('POST', '/send-otp', { email })
  await ask('POST', '/verify-otp', { email, otp: await mailedCode() })
  expect(await ask('GET', '/admin/status')).toMatchObject({ status: 200, body: { isAdmin: false } })
})

test.each(['/users/me', '/admin/status'])('%s answers 401 to an anonymous request', async (path) => {
  expect((await (await setup()).browser()('GET', path)).status).toBe(401)
})

test('logging out without a session is fine, from another site it is refused', async () => {
  const { browser } = await setup()
  expect((await browser()('POST', '/logout', {})).body).toEqual({ success: true })
  expect((await browser()('GET', '/logout', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})

describe('signing in with Google', () => {
  const begin = '/oauth/google/redirect_url?originUrl=http://localhost:8080'

  test('a person comes back with a code and is signed in, once', async () => {
    const { browser, exchanged } = await setup()
    const ask = browser()
    expect((await ask('GET', '/oauth/providers')).body).toEqual({ google: true })
    const begun = await ask('GET', begin)
    expect(begun).toMatchObject({ status: 200, body: { redirectUrl: 'https://id.example/auth?state=st' } })
    expect(begun.cookies[0]).toMatch(/^oauth_tx=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=600$/)
    const replayed = new Map(begun.jar)
    const done = await ask('POST', '/sessions', { code: 'c1', state: 'st' })
    expect(done).toMatchObject({
      status: 200,
      body: { success: true, user: { email: 'ada@example.com', role: 'user' } },
    })
    expect(done.jar.has('oauth_tx')).toBe(false)
    expect((await ask('GET', '/users/me')).body).toMatchObject({ provider: 'google' })
    expect((await browser(replayed)('POST', '/sessions', { code: 'c1', state: 'st' })).status).toBe(400)
    expect(exchanged).toEqual(['c1'])
  })

  test('the state is optional, but must match when it is there', async () => {
    const { browser, exchanged } = await setup()
    const ask = browser()
    await ask('GET', begin)
    expect((await ask('POST', '/sessions', { code: 'c1', state: 'other' })).status).toBe(400)
    expect((await ask('POST', '/sessions', { code: 'c1', state: 'st' })).status).toBe(400)
    await ask('GET', begin)
    expect((await ask('POST', '/sessions', { code: 'c2' })).status).toBe(200)
    expect(exchanged).toEqual(['c2'])
  })

  test('without its own transaction no browser causes a call to the provider', async () => {
    const { browser, exchanged } = await setup()
    await browser()('GET', begin)
    expect((await browser()('POST', '/sessions', { code: 'c1', state: 'st' })).status).toBe(400)
    expect((await browser(new Map([['oauth_tx', 'made-up']]))('POST', '/sessions', { code: 'c1' })).status).toBe(400)
    expect(exchanged).toEqual([])
  })

  test.each([
    [{ emailVerified: false }],
    [{ email: undefined }],
    [{ email: 'a@example.com, b@example.com' }],
    [{ email: {} }],
  ])('an account with %o cannot sign in', async (google) => {
    const { browser, people } = await setup({ google })
    const ask = browser()
    await ask('GET', begin)
    expect(await ask('POST', '/sessions', { code: 'c1' })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect([await people(), (await ask('GET', '/users/me')).status]).toEqual([[], 401])
  })

  test('a configured admin is an admin, and is recognized by the account when its address changes', async () => {
    const { browser, userOf } = await setup({ google: { email: admin.email, hostedDomain: 'archery.example' } })
    const ask = browser()
    await ask('GET', begin)
    expect((await ask('POST', '/sessions', { code: 'c1' })).body).toMatchObject({ user: { role: 'admin' } })
    expect((await userOf(admin.email))?.role).toBe('admin')
  })

  test('an address that changes at the provider to that of an admin grants no role', async () => {
    const account = { email: 'ada@example.com' as unknown }
    const { browser } = await setup({ google: account })
    for (const [email, role] of [
      ['ada@example.com', 'user'],
      [admin.email, 'user'],
    ] as const) {
      account.email = email
      const ask = browser()
      await ask('GET', begin)
      expect((await ask('POST', '/sessions', { code: 'c1' })).body).toMatchObject({
        user: { email: 'ada@example.com', role },
      })
    }
  })

  test('it is not offered where it is not configured', async () => {
    const { browser } = await setup({ google: null })
    const ask = browser()
    expect((await ask('GET', '/oauth/providers')).body).toEqual({ google: false })
    expect((await ask('GET', begin)).status).toBe(404)
    expect((await ask('POST', '/sessions', { code: 'c1' })).status).toBe(404)
  })

  test('a code or state of the wrong type is refused before the provider is called', async () => {
    const { browser, exchanged, transactions } = await setup()
    const ask = browser()
    await ask('GET', begin)
    const wrong = [{}, { code: '' }, { code: {} }, { code: ['c'] }, { code: 1 }, { code: null }, { code: { $ne: '' } }]
    for (const body of [...wrong, { code: 'c', state: {} }, { code: 'c', state: '' }, { code: 'c', more: 1 }, [], 'c'])
      expect((await ask('POST', '/sessions', body)).status).toBe(400)
    expect([exchanged, await transactions()]).toEqual([[], 1])
  })

  test('a sign-in begins from a configured origin only, exactly', async () => {
    const { browser } = await setup({ publicOrigin: 'https://school.example', corsOrigins: ['https://app.example'] })
    const ask = async (origin: string) =>
      (await browser()('GET', `/oauth/google/redirect_url?originUrl=${encodeURIComponent(origin)}`)).status
    for (const origin of ['https://school.example', 'https://app.example']) expect(await ask(origin)).toBe(200)
    const variants = originVariants('school.example')
    expect(variants.length).toBeGreaterThanOrEqual(300)
    const passed: string[] = []
    for (const origin of variants) if ((await ask(origin)) !== 400) passed.push(origin)
    expect(passed).toEqual([])
    const twice = 'originUrl=https://school.example&originUrl=https://school.example'
    for (const query of [twice, '', 'originurl=https://school.example'])
      expect((await browser()('GET', `/oauth/google/redirect_url?${query}`)).status).toBe(400)
  })

  test('another site cannot begin a sign-in', async () => {
    const { browser } = await setup()
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await browser()('GET', begin, undefined, { 'sec-fetch-site': site })).status).toBe(403)
  })
})

describe('sessions', () => {
  test('are listed without their ids, and end one by one', async () => {
    const { signedIn, sessions } = await setup()
    const [second, first] = [await signedIn(person('ada@example.com')), await signedIn(person('ada@example.com'))]
    await signedIn(person('ben@example.com'))
    const list = (await first('GET', '/sessions')).body as unknown as { id: string; current: boolean }[]
    expect(list.map(({ current }) => current)).toEqual([true, false])
    for (const { _id } of await sessions()) expect(JSON.stringify(list)).not.toContain(_id)
    expect((await first('DELETE', `/sessions/${list[1]!.id}`)).body).toEqual({ success: true, id: list[1]!.id })
    expect((await second('GET', '/users/me')).status).toBe(401)
    expect((await first('DELETE', `/sessions/${list[1]!.id}`)).status).toBe(404)
    const own = await first('DELETE', `/sessions/${list[0]!.id}`)
    expect([own.status, own.cookies[0]]).toEqual([200, expect.stringMatching(/^session=;/)])
    expect((await first('GET', '/users/me')).status).toBe(401)
    expect(await sessions()).toHaveLength(1)
  })

  test('of another user cannot be ended', async () => {
    const { signedIn, sessions } = await setup()
    const [ada, ben] = [await signedIn(person('ada@example.com')), await signedIn(person('ben@example.com'))]
    const [{ id }] = (await ben('GET', '/sessions')).body as unknown as [{ id: string }]
    expect((await ada('DELETE', `/sessions/${id}`)).status).toBe(404)
    expect(await sessions()).toHaveLength(2)
  })

  test.each([
    ['DELETE', '/sessions', undefined],
    ['POST', '/logout', { everywhere: true }],
  ])('%s %s ends them all', async (method, path, body) => {
    const { signedIn, sessions, userOf } = await setup()
    const [first, second] = [await signedIn(person('ada@example.com')), await signedIn(person('ada@example.com'))]
    await signedIn(person('ben@example.com'))
    const feeds = mongo.db().collection('calendar_feeds')
    const ids = await Promise.all(
      ['ada', 'ben'].map(async (name) => (await userOf(`${name}@example.com`))!._id.toHexString()),
    )
    await feeds.insertMany(ids.map((user_id) => ({ user_id })))
    const ended = await first(method, path, body)
    expect([ended.status, ended.body]).toEqual([200, { success: true }])
    expect((await second('GET', '/users/me')).status).toBe(401)
    expect(await sessions()).toHaveLength(1)
    expect(await feeds.distinct('user_id')).toEqual([ids[1]])
  })

  test('a login ends the earlier session of the browser and never reuses its id', async () => {
    const { signedIn, sessions, mailedCode, keep } = await setup()
    const ask = await signedIn(person('ada@example.com'))
    const [before] = await sessions()
    const ben = await keep(person('ben@example.com'))
    await ask('POST', '/send-otp', { email: 'ben@example.com' })
    await ask('POST', '/verify-otp', { email: 'ben@example.com', otp: await mailedCode() })
    const after = await sessions()
    expect(after.map(({ user_id }) => user_id)).toEqual([ben.id])
    expect(after[0]!._id).not.toBe(before!._id)
  })

  test('a planted session cookie is not taken over', async () => {
    const { browser, mailedCode } = await setup()
    const ask = browser(new Map([['session', 'planted']]))
    await ask('POST', '/send-otp', admin)
    const { jar } = await ask('POST', '/verify-otp', { ...admin, otp: await mailedCode() })
    expect(jar.get('session')).not.toBe('planted')
  })

  test('with the database unavailable logging out is a 503, and the cookie is cleared nevertheless', async () => {
    const { signedIn } = await setup({
      instead: ({ sessions }) => ({
        sessions: { ...sessions, find: () => Promise.reject(new AppError('unavailable', 'The database is away.')) },
      }),
    })
    const ask = await signedIn(person('ada@example.com'))
    const answer = await ask('POST', '/logout', {})
    expect([answer.status, answer.cookies[0], answer.headers.get('retry-after')]).toEqual([
      503,
      expect.stringMatching(/^session=;.*Max-Age=0/),
      '5',
    ])
  })

  test('over https logging out clears the site data of the browser', async () => {
    const { browser } = await setup({ publicOrigin: 'https://school.example' })
    expect((await browser()('GET', '/logout')).headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect((await (await setup()).browser()('GET', '/logout')).headers.get('clear-site-data')).toBeNull()
  })

  test('answers to a signed-in user are stored by no cache', async () => {
    const { signedIn } = await setup()
    const ask = await signedIn(person('ada@example.com'))
    for (const path of ['/users/me', '/admin/status', '/sessions']) {
      const { status, headers } = await ask('GET', path)
      expect([path, status, headers.get('cache-control'), headers.get('vary')]).toEqual([
        path,
        200,
        'no-store',
        'Cookie',
      ])
    }
  })
})

describe('asking for access', () => {
  test('mails every admin once a day', async () => {
    const { signedIn, keep, mails } = await setup()
    await keep(person('chief@example.com', { role: 'admin' }))
    const ask = await signedIn(person('ada@example.com'))
    for (let i = 0; i < 3; i++) expect((await ask('POST', '/admin/access-request', {})).body).toEqual({ success: true })
    expect((await mails()).map((mail) => [mail.kind, mail.to])).toEqual([
      ['access_request', 'chief@example.com'],
      ['access_request', admin.email],
    ])
    expect((await mails())[0]).toMatchObject({
      email: 'ada@example.com',
      dashboardUrl: 'http://localhost:8080/admin/people?invite=ada%40example.com',
    })
  })

  test('is for those who are signed in and no admin', async () => {
    const { signedIn, browser, jobs } = await setup()
    expect((await browser()('POST', '/admin/access-request', {})).status).toBe(401)
    const ask = await signedIn(person('chief@example.com', { role: 'admin' }))
    expect((await ask('POST', '/admin/access-request', {})).status).toBe(409)
    expect(jobs).toEqual([])
  })

  test('may be repeated at once when nothing could be sent', async () => {
    const { signedIn, userOf } = await setup({ queueAway: true })
    const ask = await signedIn(person('ada@example.com'))
    expect((await ask('POST', '/admin/access-request', {})).status).toBe(503)
    expect(await userOf('ada@example.com')).not.toHaveProperty('access_requested_at')
  })
})

test('every route that costs something counts against the address it comes from', async () => {
  const { browser, limited } = await setup()
  const ask = browser()
  await ask('POST', '/send-otp', admin)
  await ask('POST', '/verify-otp', { ...admin, otp: '000000' })
  await ask('GET', '/oauth/google/redirect_url?originUrl=http://localhost:8080')
  await ask('POST', '/sessions', { code: 'c1' })
  expect(limited).toEqual(['codeSend', 'codeCheck', 'providerLogin', 'codeCheck'])
})

test('every route declares who may call it, and the closed ones answer 401 to an anonymous request', async () => {
  const { app, browser } = await setup()
  const own = app.routes.filter(({ path }) => path.startsWith('/api/'))
  const access = new Map(calls.map((call) => [`${call.method.toUpperCase()} ${call.path}`, call.access]))
  expect(own.filter(({ method, path }) => !access.has(`${method} ${path}`))).toEqual([])
  const closed = own.filter(({ method, path }) => access.get(`${method} ${path}`) !== 'public')
  expect(closed.length).toBeGreaterThanOrEqual(10)
  for (const { method, path } of closed)
    expect((await browser()(method, path.slice('/api'.length), method === 'GET' ? undefined : {})).status).toBe(401)
})

/** Hostile values in the place of `https://host`. */
function originVariants(host: string): string[] {
  const origin = `https://${host}`
  const behind = [
    '/',
    '//',
    '/.',
    '#',
    '?',
    '?x',
    '/auth/callback',
    '.',
    '..',
    ':443',
    ':444',
    ':8443',
    ':',
    '@',
    '\\',
    ' ',
    '%20',
    '%00',
    '\t',
    '\n',
    '\r\n',
    '\u0000',
    '\u200b',
    '\u2028',
    ';',
    ',',
    '&',
    '|',
    '^',
    '`',
    '"',
    "'",
    '<',
    '>',
    '*',
    '$',
    '!',
    '~',
    '+',
    '=',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
  ]
  const evil = [
    'evil.example',
    'evil.example:443',
    '127.0.0.1',
    '[::1]',
    'localhost',
    'xn--school-9za.example',
    '169.254.169.254',
  ]
  const wraps = evil.flatMap((bad) => [
    `https://${bad}`,
    `http://${bad}`,
    `//${bad}`,
    `https://${host}.${bad}`,
    `https://${host}@${bad}`,
    `https://${host}:x@${bad}`,
    `https://${bad}#${host}`,
    `https://${bad}#@${host}`,
    `https://${bad}?${origin}`,
    `https://${bad}/${host}`,
    `https://${bad}\\@${host}`,
    `https://${bad}%2f@${host}`,
    `https://${bad}@${host}`,
    `https://user:${bad}@${host}`,
    `${origin},https://${bad}`,
    `${origin} https://${bad}`,
    `https://${bad},${origin}`,
    `${origin}\nhttps://${bad}`,
    `${origin}%0d%0aSet-Cookie:x=${bad}`,
    `${origin}//${bad}`,
  ])
  const schemes = [
    'http',
    'HTTPS',
    'Https',
    'ftp',
    'ws',
    'wss',
    'file',
    'javascript',
    'data',
    'blob:https',
    'view-source:https',
    'about',
    'mailto',
    'https:https',
  ]
  const hosts = [
    host.toUpperCase(),
    `www.${host}`,
    `x.${host}`,
    `x${host}`,
    `${host}x`,
    host.replace('s', 'ѕ'),
    host.replace('o', 'о'),
    host.replace('.', '。'),
    host.replace('.', '．'),
    host.replace('.', '%2e'),
    host.replace('c', 'ｃ'),
    host.split('.')[1]!,
    host.split('.')[0]!,
    host.replace('.', ''),
    host.replace('.', '..'),
    `*.${host}`,
    `[${host}]`,
  ]
  const signs = Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n))
  return [
    ...behind.flatMap((end) => [origin + end, end + origin]),
    ...wraps,
    ...schemes.map((scheme) => `${scheme}://${host}`),
    ...hosts.map((other) => `https://${other}`),
    ...signs.map((sign) => `${origin}${sign}`),
    'null',
    'undefined',
    'true',
    '*',
    '',
    host,
    `//${host}`,
    `/\\${host}`,
    `https:/${host}`,
    `https:${host}`,
    `https:///${host}`,
    `${origin}\u0000.evil.example`,
  ].filter((variant) => variant !== origin)
}

test('an admin is mailed about a sign-in from a new browser, but not about the first or a known one', async () => {
  const { browser, mails, setCode, clock } = await setup()
  const notices = async () => (await mails()).filter(({ kind }) => kind === 'new_device')
  const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36'
  const signInWith = async (ask: ReturnType<typeof browser>) => {
    clock.at += minutes(1)
    await ask('POST', '/send-otp', admin)
    await setCode(admin.email, '000042')
    const answer = await ask('POST', '/verify-otp', { ...admin, otp: '000042' }, { 'user-agent': agent })
    expect(answer.status).toBe(200)
    return answer
  }
  const first = browser()
  const { cookies } = await signInWith(first)
  expect(cookies.find((line) => line.startsWith('device='))).toMatch(
    /^device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/,
  )
  await signInWith(first)
  expect(await notices()).toEqual([])
  // The same words in the User-Agent, but another browser.
  await signInWith(browser())
  await expect
    .poll(notices)
    .toMatchObject([
      { to: admin.email, device: 'Chrome on Windows', sessionsUrl: expect.stringContaining('/admin/sessions') },
    ])
})

describe('a Google account of a domain that Google does not host', () => {
  const begin = '/oauth/google/redirect_url?originUrl=http://localhost:8080'
  const email = 'ada@example.com'

  test('is linked only after a code proves its address', async () => {
    const { browser, userOf, people, mailedCode } = await setup({ google: { hostedDomain: undefined } })
    const ask = browser()
    await ask('GET', begin)
    const answer = await ask('POST', '/sessions', { code: 'c1' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'address_unproven', email } })
    expect([await people(), answer.jar.has('session')]).toEqual([[], false])
    expect((await ask('POST', '/verify-otp', { email, otp: await mailedCode() })).status).toBe(200)
    expect(await userOf(email)).toMatchObject({ oidc_issuer: 'https://id.example', oidc_subject: 'sub-1' })
    // From now on the account itself is proof.
    const again = browser()
    await again('GET', begin)
    expect((await again('POST', '/sessions', { code: 'c1' })).status).toBe(200)
  })

  test('is not linked by a code that another browser enters', async () => {
    const { browser, keep, userOf, mailedCode } = await setup({ google: { hostedDomain: 'other.example' } })
    await keep(person(email))
    const stranger = browser()
    await stranger('GET', begin)
    expect((await stranger('POST', '/sessions', { code: 'c1' })).status).toBe(403)
    expect((await browser()('POST', '/verify-otp', { email, otp: await mailedCode() })).status).toBe(400)
    expect(await userOf(email)).not.toHaveProperty('oidc_subject')
  })

  test.each(['ada@gmail.com', 'ada@googlemail.com'])('%s needs no further proof', async (email) => {
    const { browser } = await setup({ google: { email, hostedDomain: undefined } })
    const ask = browser()
    await ask('GET', begin)
    expect((await ask('POST', '/sessions', { code: 'c1' })).status).toBe(200)
  })
})

test('a disabled user receives no code, cannot sign in with Google, and has no access', async () => {
  const { browser, userOf, jobs, mails, signedIn } = await setup()
  const ada = person('ada@example.com', { role: 'admin', disabled: true })
  const ask = await signedIn(ada)
  expect((await ask('GET', '/users/me')).status).toBe(401)
  await browser()('POST', '/send-otp', { email: ada.email })
  await mails()
  expect([(await userOf(ada.email))?.disabled, jobs.length]).toEqual([true, 0])
  const google = browser()
  await google('GET', '/oauth/google/redirect_url?originUrl=http://localhost:8080')
  expect(await google('POST', '/sessions', { code: 'c1' })).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('disabled') },
  })
})

test('keep: the session of a sign-in is kept for the day when chosen, and listed as such', async () => {
  const { browser, setCode, clock } = await setup()
  const ask = browser()
  await ask('POST', '/send-otp', admin)
  await setCode(admin.email, '000042')
  await ask('POST', '/verify-otp', { ...admin, otp: '000042', keep: true })
  expect((await ask('GET', '/sessions')).body).toMatchObject([{ current: true, kept: true }])
  // Confirming a sign-in in the same browser keeps the choice.
  clock.at += minutes(1)
  await ask('POST', '/send-otp', admin)
  await setCode(admin.email, '000043')
  await ask('POST', '/verify-otp', { ...admin, otp: '000043' })
  expect((await ask('GET', '/sessions')).body).toMatchObject([{ current: true, kept: true }])
})
