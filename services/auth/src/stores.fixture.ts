import { randomBytes } from 'node:crypto'
import { type AccessChange, publicSessionId, secretHash, type User } from '@app/session'
import type { StoredUser } from '@app/session/models/user-document'
import { userWith } from '@app/session/user.fixture'
import type { ProviderAccount } from './models/account'
import type { StoredPasskey } from './models/passkey'
import { accountMaps } from './models/service-accounts.fixture'
import type { LoginSecrets } from './openid/provider'

export const person = (email: string, change: Partial<User> = {}): User => userWith({ id: email, email, ...change })

/** The fixture names users by their address, so their documents do as well. */
const stored = ({ id, createdAt, ...user }: User): StoredUser => ({
  ...user,
  _id: { toHexString: () => id } as StoredUser['_id'],
  created_at: createdAt,
})

/** Users, sessions, codes and transactions as plain maps. */
export function stores() {
  const users = new Map<string, User>()
  const accounts = new Map<string, string>()
  const knownDevices = new Map<string, string[]>()
  const pending = new Map<string, ProviderAccount>()
  const passkeys = new Map<string, StoredPasskey>()
  const passkeyChallenges = new Map<string, string>()
  const asked = new Set<string>()
  const sessions = new Map<string, { userId: string; device: string; kept: boolean; signedInAt: Date }>()
  const challenges = new Map<string, { id: string; digest: string; tries: number }>()
  const transactions = new Map<string, LoginSecrets & { issuer: string }>()
  const endedEverywhere: string[] = []
  const put = (user: User) => users.set(user.id, user) && user
  const serviceAccounts = accountMaps(async (id) => users.get(id))
  const kept = { endedEverywhere, users, accounts, asked, sessions, challenges, transactions, knownDevices, passkeys }
  const deps = {
    ...serviceAccounts,
    codes: {
      issue: async (email: string, challenge: { id: string; digest: string }) => {
        if (challenges.has(email)) return false
        challenges.set(email, { ...challenge, tries: 0 })
        return true
      },
      isCurrent: async (email: string, id: string) => challenges.get(email)?.id === id,
      takeAttempt: async (email: string, id: string) => {
        const challenge = challenges.get(email)
        if (!challenge || challenge.id !== id || challenge.tries >= 5) return undefined
        challenge.tries += 1
        return challenge.digest
      },
      spend: async (email: string, id: string) => challenges.get(email)?.id === id && challenges.delete(email),
      pauseIfGuessed: async () => false,
      prepare: async () => {},
    },
    users: {
      find: async (id: string) => users.get(id),
      setAccess: async (id: string, { disabled, ...access }: AccessChange) => {
        const known = users.get(id)
        return known && put({ ...known, ...(access as Partial<User>), ...(disabled && { disabled }) })
      },
      setSignature: async (id: string, signature: string) => put({ ...users.get(id)!, signature }),
      setRole: async (id: string, role: User['role']) => put({ ...users.get(id)!, role }),
      remove: async (id: string) => {
        for (const [sid, { userId }] of sessions) if (userId === id) sessions.delete(sid)
        return users.delete(id)
      },
    },
    accounts: {
      prepare: async () => {},
      applyAdminEmails: async () => {},
      maySignIn: async (email: string) => users.has(email) && !users.get(email)?.disabled,
      atLogin: async (email: string, { admin }: { admin: boolean }) => {
        const known = users.get(email) ?? person(email)
        return put({ ...known, role: admin ? 'admin' : known.role })
      },
      noteSignIn: async () => {},
      ofProvider: async ({ subject }: { subject: string }) => users.get(accounts.get(subject) ?? ''),
      link: async ({ subject, email }: ProviderAccount) => {
        const id = accounts.get(subject) ?? email
        accounts.set(subject, id)
        return users.get(id) ?? put(person(id, { provider: 'google' }))
      },
      adminEmails: async () => [...users.values()].filter(({ role }) => role === 'admin').map(({ email }) => email),
    },
    accessRequests: {
      claim: async (id: string) => !asked.has(id) && Boolean(asked.add(id)),
      release: async (id: string) => void asked.delete(id),
    },
    devices: {
      isKnown: async (email: string, device: string) => knownDevices.get(email)?.includes(device) === true,
      remember: async (id: string, device: string) => {
        const known = knownDevices.get(id) ?? []
        knownDevices.set(id, [...known, device])
        return known.length > 0 && !known.includes(device)
      },
    },
    people: {
      list: async () => [...users.values()].map(stored),
      find: async (id: string) => (users.has(id) ? stored(users.get(id)!) : undefined),
      findByEmail: async (email: string) => (users.has(email) ? stored(users.get(email)!) : undefined),
      invite: async (email: string, access: Partial<User>) => stored(put(person(email, access))),
      inviteAgain: async (id: string, access: Partial<User>) => {
        const known = users.get(id)!
        return known.role === 'user' ? stored(put({ ...known, ...access })) : undefined
      },
    },
    passkeys: {
      prepare: async () => {},
      list: async (userId: string) => [...passkeys.values()].filter(({ user_id }) => user_id === userId),
      find: async (id: string) => passkeys.get(id),
      add: async (passkey: Omit<StoredPasskey, 'created_at'>) => {
        const added = { ...passkey, created_at: new Date(0) }
        passkeys.set(added._id, added)
        return added
      },
      use: async (id: string, { before, after }: { before: number; after: number }) => {
        const passkey = passkeys.get(id)
        if (passkey?.counter !== before) return false
        passkey.counter = after
        return true
      },
      rename: async (userId: string, id: string, name: string) => {
        const passkey = passkeys.get(id)
        return passkey?.user_id === userId ? Object.assign(passkey, { name }) : undefined
      },
      remove: async (userId: string, id: string) => {
        const passkey = passkeys.get(id)
        return passkey?.user_id === userId && passkeys.delete(id) ? passkey : undefined
      },
    },
    challenges: {
      prepare: async () => {},
      begin: async (purpose: string, challenge: string) => void passkeyChallenges.set(challenge, purpose),
      take: async (purpose: string, challenge: string) =>
        passkeyChallenges.get(challenge) === purpose && passkeyChallenges.delete(challenge),
    },
    links: {
      prepare: async () => {},
      begin: async (account: ProviderAccount) => {
        const id = randomBytes(8).toString('hex')
        pending.set(id, account)
        return id
      },
      take: async (id: string, email: string) => {
        const account = pending.get(id)
        if (account?.email !== email) return undefined
        pending.delete(id)
        return account
      },
    },
    sessions: {
      prepare: async () => {},
      create: async (userId: string, device: string, { kept = false } = {}) => {
        const tokenSid = randomBytes(8).toString('hex')
        sessions.set(secretHash(tokenSid), { userId, device, kept, signedInAt: new Date() })
        return tokenSid
      },
      find: async (tokenSid: string) => {
        const sid = secretHash(tokenSid)
        const session = sessions.get(sid)
        return session && { sid, userId: session.userId, lastSeenAt: new Date(), signedInAt: session.signedInAt }
      },
      touch: async () => {},
      end: async (sid: string) => {
        const wasKept = sessions.get(sid)?.kept === true
        sessions.delete(sid)
        return wasKept
      },
      list: async (userId: string) =>
        [...sessions]
          .filter(([, session]) => session.userId === userId)
          .map(([sid, { device, kept }]) => ({
            id: publicSessionId(sid),
            createdAt: new Date(0),
            lastSeenAt: new Date(0),
            device,
            kept,
          })),
      lastSeen: async () => new Map<string, Date>(),
      endOne: async (userId: string, id: string) => {
        const found = [...sessions].find(([sid, one]) => one.userId === userId && publicSessionId(sid) === id)
        return found ? sessions.delete(found[0]) : false
      },
      endAll: async (userId: string) => {
        const own = [...sessions].filter(([, session]) => session.userId === userId)
        for (const [sid] of own) sessions.delete(sid)
        return own.length
      },
      endEverywhere: async (userId: string) => {
        endedEverywhere.push(userId)
        await deps.sessions.endAll(userId)
      },
    },
    transactions: {
      prepare: async () => {},
      begin: async (issuer: string, secrets: LoginSecrets) => {
        const id = randomBytes(8).toString('hex')
        transactions.set(id, { ...secrets, issuer })
        return id
      },
      take: async (id: string, issuer: string) => {
        const taken = transactions.get(id)
        if (taken?.issuer !== issuer) return undefined
        transactions.delete(id)
        return taken
      },
    },
  }
  return { kept, deps }
}
