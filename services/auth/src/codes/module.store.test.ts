import { hours, minutes } from '@app/contracts/durations'
import type { SignInMailJob } from '@app/mail/queue'
import { beforeEach, describe, expect, test } from 'vitest'
import { admin, authDatabase, person } from '../app.fixture'

const { setup } = authDatabase()

test('codes that were never requested leave one entry an hour for an address, and none in the name of its person', async () => {
  const { browser, keep, audit, clock } = await setup()
  await keep(person(admin.email, { role: 'admin' }))
  await keep(person('coach@example.com'))
  const guess = async (email: string, otp = '123456') =>
    expect((await browser()('POST', '/verify-otp', { email, otp })).status).toBe(400)
  for (let n = 0; n < 27; n++) await guess(admin.email, String(100_000 + n))
  await guess('nobody@example.com')
  await guess('coach@example.com')
  const people = async () =>
    (await audit())
      .map(({ user_id, email, action, about }) => `${user_id} ${email} ${action} ${about['person']}`)
      .sort()
  const refused = (person: string) => `null null sign-in-refused ${person}`
  await expect.poll(people).toEqual([refused(admin.email), refused('coach@example.com')])
  clock.at += hours(1)
  await guess(admin.email)
  await expect.poll(people).toEqual([refused(admin.email), refused(admin.email), refused('coach@example.com')])
})

/** What people paste, as in otp-paste.txt and invisible-input.txt. */
test.each([
  ['\u202aann@example.org\u202c', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
  ['ann@example.org\u200b', (code: string) => `Your code is ${code}.`],
  ['mailto:Ann@example.org', (code: string) => `G-${code}`],
  ['\u00a0ann@example.org', (code: string) => `\u200b${code}`],
  [
    'ann@example.org.',
    (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  ],
])('%j signs in with a code as it is pasted', async (email, pasted) => {
  const { browser, keep, mails } = await setup()
  await keep(person('ann@example.org'))
  const ask = browser()
  expect((await ask('POST', '/send-otp', { email })).status).toBe(200)
  const mail = (await mails()).at(-1)
  expect(mail).toMatchObject({ kind: 'login_code', to: 'ann@example.org' })
  const otp = pasted(mail?.kind === 'login_code' ? mail.code : '')
  expect((await ask('POST', '/verify-otp', { email, otp })).status).toBe(200)
})

/** Replicas on one database, with one clock. */
async function replicas(count: number) {
  const clock = { at: Date.now() }
  const jobs: SignInMailJob[] = []
  const guesses: number[] = []
  const options: Parameters<typeof setup>[0] = {
    clock,
    jobs,
    instead: ({ codes }) => ({
      codes: {
        ...codes,
        // A digest read from the database is a guess that was checked.
        async takeAttempt(email, challengeId, attempt) {
          const digest = await codes.takeAttempt(email, challengeId, attempt)
          if (digest) guesses.push(clock.at)
          return digest
        },
      },
    }),
  }
  const apps = await Promise.all(Array.from({ length: count }, () => setup(options)))
  const [first] = apps as [(typeof apps)[number]]
  let turn = 0
  /** Each call goes to another replica. Resolves with its status. */
  const post = async (path: string, body: object, jar: Map<string, string>, ip = '') => {
    const ask = apps[turn++ % count]!.browser(jar)
    return (await ask('POST', path, body, ip ? { 'x-real-ip': ip } : {})).status
  }
  const send = (email: string, jar: Map<string, string>, ip?: string) => post('/send-otp', { email }, jar, ip)
  const verify = (email: string, otp: string, jar: Map<string, string>, ip?: string) =>
    post('/verify-otp', { email, otp }, jar, ip)
  /** How many mails there are. */
  const sent = async () => (await first.mails()).length
  const code = async (at: number) => {
    const mail = (await first.mails()).at(at)
    return mail?.kind === 'login_code' ? mail.code : ''
  }
  /** Signs in by code and returns the jar, which then holds the device cookie. */
  async function signedInDevice(email: string) {
    const jar = new Map<string, string>()
    await send(email, jar, '192.0.2.1')
    expect(await verify(email, await code(-1), jar)).toBe(200)
    return jar
  }
  return { clock, guesses, send, verify, sent, code, signedInDevice, mails: first.mails, keep: first.keep }
}

let target = ''
let targets = 0
beforeEach(() => {
  targets += 1
  target = `target-${targets}@example.com`
})
const expectWithinBudget = (guesses: number[], atLeast: number) => {
  expect(guesses.length).toBeGreaterThanOrEqual(atLeast)
  expect(guesses.length).toBeLessThanOrEqual(30)
  for (const from of guesses)
    expect(guesses.filter((at) => at >= from && at < from + hours(1)).length).toBeLessThanOrEqual(10)
}

// A day of guesses is hundreds of calls, which take long on a busy machine.
describe('the budgets of an address', { timeout: 90_000 }, () => {
  test('allow thirty guesses a day, across three replicas', async () => {
    const { clock, guesses, send, verify, sent, keep } = await replicas(3)
    await keep(person(target))
    const jar = new Map<string, string>()
    for (let turn = 0; turn < 24; turn++) {
      // One network alone gets a share of the budget only.
      const ip = `198.51.${turn}.1`
      await send(target, jar, ip)
      const otps = Array.from({ length: 6 }, (_, n) => String(turn * 7 + n).padStart(6, '0'))
      const answers = await Promise.all(otps.map((otp) => verify(target, otp, new Map(jar), ip)))
      expect(answers).toEqual(answers.map(() => 400))
      clock.at += hours(1)
    }
    expectWithinBudget(guesses, 20)
    expect(await sent()).toBeLessThanOrEqual(10)
  })

  test('give five codes an hour and ten a day, a minute apart, and only the newest works', async () => {
    const { clock, send, verify, sent, code, keep } = await replicas(2)
    await keep(person(target))
    const jar = new Map<string, string>()
    let network = 0
    const ask = async (after: number, ip = `203.0.${network++}.1`) => {
      clock.at += after
      await send(target, jar, ip)
      return sent()
    }
    expect(await ask(0, '203.0.113.1')).toBe(1)
    expect(await ask(59_000, '203.0.113.2')).toBe(1)
    expect(await ask(1_000, '203.0.113.3')).toBe(2)
    const [older, newer] = [await code(0), await code(1)]
    if (older !== newer) expect(await verify(target, older, jar)).toBe(400)
    for (let n = 0; n < 6; n++) await ask(minutes(2))
    expect(await sent()).toBe(5)
    for (let n = 0; n < 10; n++) await ask(minutes(31))
    expect(await sent()).toBe(10)
    expect(await ask(hours(24))).toBe(11)
    expect(await verify(target, await code(-1), new Map(jar))).toBe(200)
  })

  test('one network gets six codes a day for an address, so that others get some as well', async () => {
    const { clock, send, sent, keep } = await replicas(2)
    await keep(person(target))
    const ask = async (ip: string) => {
      await send(target, new Map(), ip)
      clock.at += minutes(31)
    }
    for (let n = 0; n < 12; n++) await ask(`2001:db8:1:${n}::1`)
    expect(await sent()).toBe(6)
    for (let n = 0; n < 6; n++) await ask('198.51.100.7')
    expect(await sent()).toBe(10)
  })

  test('strangers who use up the codes of an address neither stop its known browser nor end its code', async () => {
    const { clock, send, verify, sent, code, signedInDevice, keep } = await replicas(2)
    await keep(person(target))
    const device = await signedInDevice(target)
    clock.at += hours(1)
    await send(target, device, '192.0.2.1')
    const otp = await code(-1)
    for (let n = 0; n < 30; n++) {
      await send(target, new Map(), `198.51.${n}.1`)
      clock.at += 10_000
    }
    expect(await verify(target, otp, device, '192.0.2.1')).toBe(200)
    const before = await sent()
    await send(target, new Map(), '203.0.113.77')
    expect(await sent()).toBe(before)
    clock.at += minutes(2)
    await send(target, device, '192.0.2.1')
    expect(await sent()).toBe(before + 1)
  })

  test('at most thirty guesses a day and ten an hour pass, also when the owner keeps signing in', async () => {
    const { clock, guesses, send, verify, code, signedInDevice, keep } = await replicas(2)
    await keep(person(target))
    const device = await signedInDevice(target)
    const logins: number[] = []
    guesses.length = 0
    for (let hour = 0; hour < 24; hour++) {
      const attacker = new Map<string, string>()
      await send(target, attacker, `198.51.${hour}.1`)
      for (let n = 0; n < 6; n++) await verify(target, `${n}00000`, new Map(attacker))
      if (hour % 4 === 0) {
        const before = guesses.length
        await send(target, device, '192.0.2.1')
        logins.push(await verify(target, await code(-1), device, '192.0.2.1'))
        // The owner's own right code is no guess.
        guesses.length = before
      }
      clock.at += hours(1)
    }
    expect(logins).toEqual(logins.map(() => 200))
    expectWithinBudget(guesses, 10)
  })

  test('a hundred wrong codes in a row pause codes for new browsers, and the holder is mailed once', async () => {
    const { clock, send, verify, sent, mails, signedInDevice, keep } = await replicas(1)
    await keep(person(target))
    const device = await signedInDevice(target)
    const notices = async () => (await mails()).filter(({ kind }) => kind === 'codes_paused').length
    for (let hour = 0; hour < 20; hour++) {
      const attacker = new Map<string, string>()
      await send(target, attacker, `198.51.${hour}.1`)
      for (let n = 0; n < 5; n++) await verify(target, `${n}00000`, new Map(attacker))
      // As many as may be wrong in an hour, and in a day.
      clock.at += hours(6) + 1
    }
    await expect.poll(notices).toBe(1)
    clock.at += hours(25)
    const asked = await sent()
    await send(target, new Map(), '203.0.113.1')
    expect(await sent()).toBe(asked)
    await send(target, device, '203.0.113.1')
    expect(await sent()).toBe(asked + 1)
    clock.at += hours(24 * 7)
    await send(target, new Map(), '203.0.113.1')
    expect(await sent()).toBe(asked + 2)
    expect(await notices()).toBe(1)
  })

  test('a code expires after ten minutes, five attempts or one login', async () => {
    const { clock, send, verify, code, keep } = await replicas(2)
    await keep(person(target))
    const jar = new Map<string, string>()
    const issue = async () => {
      await send(target, jar)
      return code(-1)
    }
    let otp = await issue()
    clock.at += minutes(10)
    expect(await verify(target, otp, new Map(jar))).toBe(400)
    otp = await issue()
    clock.at += minutes(10) - 1_000
    const wrong = String((Number(otp) + 1) % 1_000_000).padStart(6, '0')
    for (let n = 0; n < 4; n++) expect(await verify(target, wrong, new Map(jar))).toBe(400)
    expect(await verify(target, otp, new Map(jar))).toBe(200)
    expect(await verify(target, otp, new Map(jar))).toBe(400)
  })
})

test('a session ends after half an hour idle and after twelve hours in use', async () => {
  async function signedIn(email: string, change: object = {}) {
    const { browser, keep, mailedCode, clock } = await setup()
    await keep(person(email))
    const ask = browser()
    await ask('POST', '/send-otp', { email })
    await ask('POST', '/verify-otp', { email, otp: await mailedCode(), ...change })
    return async (after: number) => {
      clock.at += after
      return (await ask('GET', '/users/me')).status
    }
  }
  const idle = await signedIn('idle@example.com')
  expect([await idle(minutes(29)), await idle(minutes(30) - 1), await idle(minutes(30) + 1_000)]).toEqual([
    200, 200, 401,
  ])
  const busy = await signedIn('busy@example.com')
  for (let n = 0; n < 28; n++) expect(await busy(minutes(25))).toBe(200)
  expect([await busy(minutes(19)), await busy(minutes(1) + 1_000)]).toEqual([200, 401])
  const kept = await signedIn('kept@example.com', { keep: true })
  expect([await kept(hours(11)), await kept(minutes(59)), await kept(minutes(1) + 1_000)]).toEqual([200, 200, 401])
})
