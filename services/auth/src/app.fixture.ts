import { randomBytes } from 'node:crypto'
import type { AuditEntry } from '@app/audit'
import { openSignInMail, type SignInMailJob } from '@app/mail/jobs'
import { createLog } from '@app/service'
import { tokenSigner, tokenVerifier, type User } from '@app/session'
import { exportJWK, generateKeyPair } from 'jose'
import { codeDigest } from './actions/code-digest'
import { createApp } from './app'
import type { OpenIdProvider, ProviderClaims } from './openid/provider'
import { stores } from './stores.fixture'

export { person } from './stores.fixture'

const pepper = 'a pepper for tests, long enough to be one'
const sealKey = randomBytes(32)
export const admin = { email: 'admin@archery.example' }

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

/** The app with hand-made collaborators, the real tokens and the real digests. */
export async function setup({
  publicOrigin = 'http://localhost:8080',
  corsOrigins = [] as string[],
  google = {} as Partial<ProviderClaims> | null,
  queueAway = false,
  queueFull = false,
  fault = undefined as (() => Error | undefined) | undefined,
} = {}) {
  const pair = await generateKeyPair('EdDSA', { extractable: true })
  const { kty, crv, x, d } = await exportJWK(pair.privateKey)
  const key = { kty: kty as 'OKP', crv: crv as 'Ed25519', kid: 'k1', x: x! }
  const signer = await tokenSigner({ ...key, d: d! }, publicOrigin)
  const jobs: SignInMailJob[] = []
  const queue = async (job: SignInMailJob) => !queueAway && Boolean(jobs.push(job))
  const audit: AuditEntry[] = []
  const limited: string[] = []
  const { kept, deps } = stores()
  const standIn = google ? standInProvider(google) : undefined
  const find = deps.sessions.find
  deps.sessions.find = async (sid) => {
    const error = fault?.()
    if (error) throw error
    return find(sid)
  }
  const app = createApp({
    ...deps,
    audit: {
      add: async (entry) => void audit.push(entry),
      async during(entry, action, outcome) {
        const result = await action()
        audit.push({ ...entry, ...outcome?.(result) })
        return result
      },
    },
    log: createLog('test', 'silent'),
    publicOrigin,
    school: async () => 'Valley Oak Archery',
    corsOrigins,
    pepper,
    sealKey,
    adminEmails: [admin.email],
    allowUnknown: false,
    signer,
    verify: (await tokenVerifier({ keys: [key] }, publicOrigin)).verify,
    mail: { sendLoginCode: queue, sendNotice: queue, isFull: async () => queueFull },
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

  /** The mails that were queued, as their readers would see them, after the answer has gone out. */
  const mails = async () => {
    await Bun.sleep(5)
    return jobs.map((job) => openSignInMail(sealKey, job))
  }
  const mailedCode = async () => {
    const mail = (await mails()).at(-1)
    return mail?.kind === 'login_code' ? mail.code : ''
  }
  const setCode = (email: string, code: string) => {
    const challenge = kept.challenges.get(email)!
    challenge.digest = codeDigest(pepper, challenge.id, email, code)
  }
  /** Signs a person in without the steps before. */
  const signedIn = async (user: User) => {
    kept.users.set(user.id, user)
    const sid = await deps.sessions.create(user.id, 'A test')
    return browser(new Map([['session', await signer.sign({ sub: user.id, sid })]]))
  }
  return {
    ...kept,
    app,
    browser,
    signedIn,
    jobs,
    mails,
    mailedCode,
    setCode,
    limited,
    audit,
    exchanged: standIn?.asked ?? [],
  }
}
