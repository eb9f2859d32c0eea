import { minutes } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { expect, test } from 'vitest'
import { codeLife } from './codes/code-budgets'
import { pendingLinkStore } from './codes/pending-link'
import { oauthTransactionStore, transactionLife } from './google/finish-provider-login'
import { passkeyChallengeStore } from './passkeys/passkey'

const database = testDatabase()
const { connection } = database.mongo
let at = Date.now()
const now = () => new Date(at)
const links = pendingLinkStore(connection, now)
const challenges = passkeyChallengeStore(connection, now)
const transactions = oauthTransactionStore(connection, now)
const account = { issuer: 'https://id.example', subject: 'sub-1', email: 'ada@example.com' }
const secrets = { state: 'state', nonce: 'nonce', verifier: 'verifier' }
let made = 0

/** What waits for its second step: how it begins, ends, lives, and whom it belongs to. */
const stores = [
  {
    what: 'a link that waits for a code',
    begin: () => links.begin(account),
    take: (id: string, email: string) => links.take(id, { email }),
    mine: account.email,
    value: account,
    lasts: codeLife,
    collection: 'pending_links',
  },
  {
    what: 'the challenge of a passkey',
    begin: async () => {
      const challenge = `challenge-${made++}`
      return challenges.begin({ purpose: 'user-1' }, challenge)
    },
    take: (id: string, purpose: string) => challenges.take(id, { purpose }),
    mine: 'user-1',
    value: { purpose: 'user-1' },
    lasts: minutes(10),
    collection: 'passkey_challenges',
  },
  {
    what: 'a sign-in at a provider',
    begin: () => transactions.begin({ issuer: 'https://id.example', ...secrets }),
    take: (id: string, issuer: string) => transactions.take(id, { issuer }),
    mine: 'https://id.example',
    value: { issuer: 'https://id.example', ...secrets },
    lasts: transactionLife,
    collection: 'oauth_transactions',
  },
]

test.each(stores)('$what is given to one of two who ask at the same moment', async ({ begin, take, mine, value }) => {
  const id = await begin()
  const answers = await Promise.all([take(id, mine), take(id, mine)])
  expect(answers.filter((answer) => answer !== undefined)).toEqual([value])
  expect(await take(id, mine)).toBeUndefined()
})

test.each(stores)('$what is refused to others, and stays for its own', async ({ begin, take, mine, value }) => {
  const id = await begin()
  expect(await take(id, 'other')).toBeUndefined()
  expect(await take('unknown', mine)).toBeUndefined()
  expect(await take(id, mine)).toEqual(value)
})

test.each(stores)(
  '$what ends at its time, also before MongoDB removes it',
  async ({ begin, take, mine, value, lasts }) => {
    const [late, inTime] = [await begin(), await begin()]
    at += lasts - 1
    expect(await take(inTime, mine)).toEqual(value)
    at += 1
    expect(await take(late, mine)).toBeUndefined()
  },
)

test.each(stores)('$what is stored without what the browser holds', async ({ begin, collection }) => {
  const id = await begin()
  const stored = await database.mongo.db().collection(collection).find().toArray()
  expect(stored.length).toBeGreaterThan(0)
  expect(JSON.stringify(stored)).not.toContain(id)
})
