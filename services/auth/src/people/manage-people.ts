import { days } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/entered-line'
import { conflict, invalidField, notFound } from '@app/contracts/errors'
import type { Invitation, Invited, Person, PersonChange } from '@app/contracts/people'
import { type SignInQueue, signInMailJob } from '@app/mail'
import { type Identity, ownAccess, type SessionStore, type UserStore } from '@app/session'
import { rightsOf, type StoredUser } from '@app/session/models/user'
import type { AccessLog } from './access-log'
import type { PersonStore } from './person'

const order = { admin: 0, staff: 1, user: 2 } as const
const iso = (at: Date | undefined) => at?.toISOString() ?? null

type Context = {
  /** The admin who reads the list. */
  selfId: string
  admins: number
  adminEmails: readonly string[]
  lastSeen: ReadonlyMap<string, Date>
}

function protectionOf(user: StoredUser, { selfId, admins, adminEmails }: Context): Person['protection'] {
  if (user._id.toHexString() === selfId) return 'self'
  if (adminEmails.includes(user.email)) return 'configured'
  return user.role === 'admin' && !user.disabled && admins === 1 ? 'last_admin' : null
}

function toPerson(user: StoredUser, context: Context): Person {
  const id = user._id.toHexString()
  return {
    id,
    email: user.email,
    name: user.name,
    role: user.role,
    rights: rightsOf(user),
    exports: user.exports ?? [],
    disabled: user.disabled === true,
    provider: user.provider,
    createdAt: user.created_at.toISOString(),
    lastSeenAt: iso(context.lastSeen.get(id) ?? user.last_sign_in_at),
    invitedAt: iso(user.invited_at),
    accessRequestedAt: user.role === 'user' ? iso(user.access_requested_at) : null,
    protection: protectionOf(user, context),
  }
}

const countAdmins = (users: readonly StoredUser[]) =>
  users.filter(({ role, disabled }) => role === 'admin' && !disabled).length

/** Admins first, then staff, then users; within a role by address. */
const showPeople = (users: readonly StoredUser[], context: Omit<Context, 'admins'>): Person[] => {
  const all = { ...context, admins: countAdmins(users) }
  return users.map((user) => toPerson(user, all)).sort((a, b) => order[a.role] - order[b.role])
}

type PeopleDeps = {
  people: PersonStore
  users: Pick<UserStore, 'setAccess' | 'remove'>
  sessions: Pick<SessionStore, 'lastSeen' | 'endAll'>
  mail: Pick<SignInQueue, 'sendNotice'>
  adminEmails: readonly string[]
  accessLog: AccessLog
  sealKey: Buffer
  publicOrigin: string
  now?: () => number
}

type Actor = Pick<Identity, 'user' | 'signedInAt'> & { requestId: string }

/** Rights belong to staff alone: admins have every right, users none. Only a table that may be seen whole may be exported. */
function accessOf({ name, role, rights, exports }: Pick<Invitation, 'name' | 'role' | 'rights' | 'exports'>) {
  if (role !== 'staff') return { name, role, rights: {}, exports: [] }
  if (!exports.every((table) => Object.hasOwn(rights, table) && rights[table] !== 'own'))
    throw invalidField('exports', 'A table can be exported only with the right to view it')
  return { name, role, rights, exports: [...new Set(exports)] }
}

/** Invites people and changes what they may do. Every change is logged with the role. */
export function managePeople(deps: PeopleDeps) {
  const { people, users, sessions, mail, adminEmails, accessLog, sealKey, publicOrigin, now = Date.now } = deps

  const show = async (user: StoredUser, actor: Actor): Promise<Person> => {
    const all = await people.list()
    const lastSeen = await sessions.lastSeen([user._id.toHexString()])
    const context = { selfId: actor.user.id, adminEmails, lastSeen }
    return (
      showPeople(all, context).find(({ id }) => id === user._id.toHexString()) ??
      toPerson(user, { ...context, admins: 0 })
    )
  }
  const mailInvitation = (person: StoredUser, actor: Actor): Promise<boolean> => {
    const content = {
      kind: 'invitation',
      to: person.email,
      name: person.name,
      by: actor.user.email,
      loginUrl: `${publicOrigin}/login`,
    } as const
    return mail.sendNotice(signInMailJob(sealKey, content, { until: now() + days(3), requestId: actor.requestId }))
  }

  return {
    async list(actor: Pick<Actor, 'user'>): Promise<{ data: Person[] }> {
      const all = await people.list()
      const lastSeen = await sessions.lastSeen(all.map(({ _id }) => _id.toHexString()))
      return { data: showPeople(all, { selfId: actor.user.id, adminEmails, lastSeen }) }
    },

    /** @throws AppError `conflict` for an address that has access already */
    async invite(actor: Actor, invitation: Invitation): Promise<Invited> {
      const email = normalEmail(invitation.email)
      if (!email) throw invalidField('email', 'Email is not a valid email')
      const known = await people.findByEmail(email)
      const access = accessOf(invitation)
      const store = async () => {
        const stored = known
          ? await people.inviteAgain(known._id.toHexString(), access)
          : await people.invite(email, access)
        if (!stored) throw conflict(`${email} is in the list already. Change the access of that person instead.`)
        return stored
      }
      const person = await accessLog(actor, 'invite', { email, ...access }, store, ({ _id }) => _id.toHexString())
      return { mailed: await mailInvitation(person, actor), person: await show(person, actor) }
    },

    /** @throws AppError `not_found`; `conflict` for oneself, the last admin, and an address of `ADMIN_EMAILS` */
    async update(actor: Actor, id: string, change: PersonChange): Promise<Person> {
      const access = accessOf(change)
      const before = await people.find(id)
      if (!before) throw notFound('This person has been deleted.')
      if (id === actor.user.id && (access.role !== before.role || change.disabled)) throw ownAccess()
      const about = { id, email: before.email, ...access, disabled: change.disabled }
      await accessLog(actor, 'access', about, async () => {
        if (!(await users.setAccess(id, { ...access, disabled: change.disabled })))
          throw notFound('This person has been deleted.')
        if (change.disabled || access.role === 'user') await sessions.endAll(id)
      })
      return show((await people.find(id)) ?? before, actor)
    },

    /** @throws AppError `not_found`, and `conflict` as for `update` */
    async remove(actor: Actor, id: string): Promise<void> {
      const before = await people.find(id)
      if (!before) throw notFound('This person has been deleted.')
      if (id === actor.user.id) throw ownAccess()
      await accessLog(actor, 'remove-person', { id, email: before.email, role: before.role }, async () => {
        if (!(await users.remove(id))) throw notFound('This person has been deleted.')
      })
    },
  }
}

export type ManagePeople = ReturnType<typeof managePeople>
