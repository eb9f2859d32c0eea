import { minutes } from '@app/contracts/durations'
import { expect, test } from 'vitest'
import { createAuthenticator } from '../../../../tests/support/authenticator'
import { authDatabase, person } from '../app.fixture'

const { setup } = authDatabase()

const origin = 'http://localhost:8080'
type Options = { challenge: string }

async function enrolled() {
  const { signedIn, browser, passkeys, signedInAt, audit, userOf } = await setup()
  const ada = await signedIn(person('ada@example.com'))
  const key = createAuthenticator(origin)
  const begin = async (who = ada) => ((await who('POST', '/passkeys/options', {})).body as Options).challenge
  const add = async (forged = {}, name = 'Laptop') =>
    ada('POST', '/passkeys', { name, response: key.create(await begin(), forged) })
  const challenge = async () => ((await browser()('POST', '/passkeys/sign-in/options', {})).body as Options).challenge
  const signIn = async (forged = {}, given?: string) =>
    browser()('POST', '/passkeys/sign-in', { response: key.get(given ?? (await challenge()), forged) })
  return { ada, add, begin, key, challenge, signIn, passkeys, signedIn, browser, signedInAt, audit, userOf }
}

const forgeries: [what: string, forged: object][] = [
  ['of another origin', { origin: 'https://evil.example' }],
  ['of a subdomain', { origin: 'http://evil.localhost:8080' }],
  ['for another RP id', { rpId: 'evil.example' }],
  ['without user verification', { verified: false }],
]

test.each(forgeries)('a passkey %s is not added', async (_, forged) => {
  const { add, passkeys } = await enrolled()
  expect((await add(forged)).status).toBe(400)
  expect(await passkeys()).toEqual([])
  expect((await add()).status).toBe(201)
})

test.each(forgeries)('an answer %s does not sign in', async (_, forged) => {
  const { add, signIn } = await enrolled()
  await add()
  const refused = await signIn(forged)
  expect([refused.status, refused.cookies]).toEqual([400, []])
  expect((await signIn()).status).toBe(200)
})

test('a cloned key, whose counter is behind, is refused; the original still signs in', async () => {
  const { add, signIn, passkeys } = await enrolled()
  await add()
  for (let use = 0; use < 3; use++) expect((await signIn()).status).toBe(200)
  const { counter } = (await passkeys())[0]!
  for (const behind of [counter, counter - 1]) expect((await signIn({ counter: behind })).status).toBe(400)
  expect((await signIn()).status).toBe(200)
})

test('two tabs have a challenge each, and each challenge is valid once', async () => {
  const { add, signIn, challenge } = await enrolled()
  await add()
  const [one, other] = [await challenge(), await challenge()]
  expect((await signIn({}, other)).status).toBe(200)
  expect((await signIn({}, one)).status).toBe(200)
  expect((await signIn({}, one)).status).toBe(400)
  expect((await signIn({}, 'bm90LW91cnM')).status).toBe(400)
})

test('a challenge for adding does not sign in, and that of one person adds no key of another', async () => {
  const { ada, add, begin, key, signIn, signedIn, passkeys, userOf } = await enrolled()
  await add()
  expect((await signIn({}, await begin())).status).toBe(400)
  const ben = await signedIn(person('ben@example.com'))
  const foreign = createAuthenticator(origin)
  const stolen = { name: 'Mine', response: foreign.create(await begin(ben)) }
  expect((await ada('POST', '/passkeys', stolen)).status).toBe(400)
  const { _id } = (await userOf('ada@example.com'))!
  expect(await passkeys()).toMatchObject([{ _id: key.get('x').id, user_id: _id.toHexString() }])
})

test('a passkey is renamed by its owner only', async () => {
  const { ada, add, signedIn } = await enrolled()
  const { id } = (await add()).body as { id: string }
  const path = `/passkeys/${id}`
  expect(await ada('PUT', path, { name: ' Old laptop ' })).toMatchObject({
    status: 200,
    body: { id, name: 'Old laptop' },
  })
  const ben = await signedIn(person('ben@example.com'))
  expect((await ben('PUT', path, { name: 'Mine' })).status).toBe(404)
  for (const name of ['', '\u200b', 'x'.repeat(61)]) expect((await ada('PUT', path, { name })).status).toBe(422)
  expect((await ada('GET', '/passkeys')).body).toMatchObject([{ name: 'Old laptop' }])
})

test('adding and deleting one needs a recent sign-in, and leaves an entry with its name', async () => {
  const { ada, add, begin, key, passkeys, signedInAt, audit } = await enrolled()
  const { id } = (await add({}, 'Work laptop')).body as { id: string }
  const challenge = await begin()
  await signedInAt(new Date(Date.now() - minutes(16)))
  const later = { name: 'Phone', response: key.create(challenge, {}) }
  const asked = [await ada('POST', '/passkeys/options', {}), await ada('POST', '/passkeys', later)]
  for (const answer of [...asked, await ada('DELETE', `/passkeys/${id}`)])
    expect(answer).toMatchObject({ status: 403, body: { code: 'recent_sign_in_required' } })
  expect((await passkeys()).map(({ _id }) => _id)).toEqual([id])
  await signedInAt(new Date())
  expect((await ada('DELETE', `/passkeys/${id}`)).status).toBe(200)
  const email = 'ada@example.com'
  expect((await audit()).filter(({ action }) => action !== 'access-refused')).toMatchObject([
    { action: 'passkey-add', email, about: { passkey: 'Work laptop' } },
    { action: 'passkey-remove', email, about: { passkey: 'Work laptop' } },
  ])
})
