import { randomBytes } from 'node:crypto'
import type { StoredEntry } from '@app/audit'
import { openSignInMail, type SignInMailJob } from '@app/mail/queue'
import type { Mongo } from '@app/mongo'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { createLog } from '@app/service'
import { tokenSigner, tokenVerifier, type User } from '@app/session'
import { storedRights, toUser, userModel } from '@app/session/models/user'
import { userWith } from '@app/session/user.fixture'
import { exportJWK, generateKeyPair } from 'jose'
import { beforeEach } from 'vitest'
import { createApp } from './app'
import { codeDigest } from './codes/login-code'
import { type Context, createContext } from './context'
import type { OpenIdProvider, ProviderClaims } from './google/provider'
import type { StoredPasskey } from './passkeys/passkey'

const pepper = 'a pepper for tests, long enough to be one'
const sealKey = randomBytes(32)
const log = createLog('test', 'silent')
export const admin = { email: 'admin@archery.example' }
export const person = (email: string, change: Partial<User> = {}): User =>
  userWith({ id: randomBytes(12).toString('hex'), email, ...change })

/** A provider that accepts one code for one person. */
function standInProvider(person: Partial<ProviderClaims>) {
  const asked: string[] = []
  const issuer = 'https://id.example'
  const provider: OpenIdProvider = {
    issuer,
    begin: async () => ({
      redirectUrl: `${issuer}/auth?state=st`,
      secrets: { state: 'st', nonce: 'no', verifier: 've' },
    }),
    exchange: async (code) => {
      asked.push(code)
      return {
        issuer,
        subject: 'sub-1',
        email: 'ada@example.com',
        emailVerified: true,
        hostedDomain: 'example.com',
        ...person,
      }
    },
  }
  return { provider, asked }
}

const keys = generateKeyPair('EdDSA', { extractable: true }).then(async ({ privateKey }) => {
  const { x, d } = await exportJWK(privateKey)
  const key = { kty: 'OKP', crv: 'Ed25519', kid: 'k1', x: x! } as const
  return { key, signing: { ...key, d: d! } }
})

type Options = {
  publicOrigin?: string
  corsOrigins?: string[]
  /** `null`: sign-in with Google is not configured. */
  google?: Partial<ProviderClaims> | null
  queueAway?: boolean
  queueFull?: boolean
  /** Shared by several replicas. */
  clock?: { at: number }
  jobs?: SignInMailJob[]
  /** What stands in the place of a store. */
  instead?: (context: Context) => Partial<Context>
}

/** The app on this database; its outgoing mail, the limits and the provider are captured. `clock` is its time. */
export async function appOn(
  mongo: Pick<Mongo, 'connection' | 'db'>,
  { publicOrigin = 'http://localhost:8080', corsOrigins = [], google = {}, jobs = [], ...options }: Options = {},
) {
  const { key, signing } = await keys
  const { clock = { at: Date.now() } } = options
  const now = () => clock.at
  const context = createContext({ mongo, log, adminEmails: [admin.email], now })
  const signer = await tokenSigner(signing, publicOrigin)
  const { verify } = await tokenVerifier({ keys: [key] }, publicOrigin, now)
  const queue = async (job: SignInMailJob) => !options.queueAway && Boolean(jobs.push(job))
  const limited: string[] = []
  const standIn = google ? standInProvider(google) : undefined
  const app = createApp({
    ...context,
    ...options.instead?.(context),
    publicOrigin,
    school: async () => 'Valley Oak Archery',
    corsOrigins,
    pepper,
    sealKey,
    allowUnknown: false,
    signer,
    verify,
    mail: { sendLoginCode: queue, sendNotice: queue, isFull: async () => options.queueFull === true },
    google: standIn?.provider,
    limits: async (name) => void limited.push(name),
  })

  /** A browser with its jar. */
  const browser = (jar = new Map<string, string>()) => {
    return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await app.handle(
        new Request(`http://localhost/api${path}`, {
          method,
          headers: {
            cookie,
            'sec-fetch-site': 'same-origin',
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      )
      for (const line of answer.headers.getSetCookie()) {
        const [name, value] = line.split(';')[0]!.split('=') as [string, string]
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      const json = (await answer.json()) as Record<string, unknown>
      return { status: answer.status, body: json, headers: answer.headers, jar, cookies: answer.headers.getSetCookie() }
    }
  }

  /** The queued mails as their readers would see them. A code is queued by a timer behind the answer, which is before this one. */
  const mails = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    return jobs.map((job) => openSignInMail(sealKey, job))
  }
  const mailedCode = async () => {
    const mail = (await mails()).at(-1)
    return mail?.kind === 'login_code' ? mail.code : ''
  }

  const collection = <Stored extends object>(name: string) => mongo.db().collection<Stored>(name)
  const users = userModel(mongo.connection)
  /** Stores a person, or changes the one of this address. Returns them as stored. */
  const keep = async ({ id, createdAt, rights, ...user }: User): Promise<User> => {
    const change = { $set: { ...user, ...storedRights(rights) }, $setOnInsert: { _id: id, created_at: createdAt } }
    const stored = await users
      .findOneAndUpdate({ email: user.email }, change, { upsert: true, returnDocument: 'after', timestamps: false })
      .lean()
    return toUser(stored!)
  }
  /** Signs a person in without the steps before, later than whoever was signed in before. */
  const signedIn = async (user: User) => {
    const { id } = await keep(user)
    clock.at += 1
    const sid = await context.sessions.create(id, 'A test')
    return browser(new Map([['session', await signer.sign({ sub: id, sid })]]))
  }

  return {
    app,
    context,
    clock,
    browser,
    keep,
    signedIn,
    jobs,
    mails,
    mailedCode,
    limited,
    exchanged: standIn?.asked ?? [],

    /** The living code of an address becomes this one. */
    async setCode(email: string, code: string) {
      type Slot = { _id: string; challenge: { id: string } }
      const slots = await collection<Slot>('login_codes')
        .find({ challenge: { $exists: true } })
        .toArray()
      const { _id, challenge } = slots.find(({ _id }) => _id.startsWith(`${email}|`))!
      const digest = codeDigest(pepper, challenge.id, email, code)
      await collection<Slot>('login_codes').updateOne({ _id }, { $set: { 'challenge.digest': digest } })
    },
    userOf: (email: string) => users.findOne({ email }).lean(),
    people: () => users.find().lean(),
    sessions: () => collection<{ _id: string; user_id: string }>('sessions').find().toArray(),
    /** When the users of all sessions proved who they are. */
    signedInAt: (at: Date) => collection('sessions').updateMany({}, { $set: { created_at: at } }),
    passkeys: () => collection<StoredPasskey>('passkeys').find().toArray(),
    transactions: () => collection('oauth_transactions').countDocuments(),
    audit: () => collection<StoredEntry>('audit_log').find().sort({ number: 1 }).toArray(),
  }
}

/** The database of a test file with the indexes of the service, empty before each test. Call it at the top of the file. */
export function authDatabase() {
  const database = testDatabase(async (mongo) => {
    const context = createContext({ mongo, log, adminEmails: [] })
    await Promise.all([context.prepare(), context.audit.stored.prepare()])
  })
  beforeEach(database.clear)
  return { ...database, setup: (options: Options = {}) => appOn(database.mongo, options) }
}
