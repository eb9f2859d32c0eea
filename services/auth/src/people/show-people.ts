import type { Person } from '@app/contracts/people'
import { rightsOf, type StoredUser } from '@app/session/models/user'

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

export function toPerson(user: StoredUser, context: Context): Person {
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
export const showPeople = (users: readonly StoredUser[], context: Omit<Context, 'admins'>): Person[] => {
  const all = { ...context, admins: countAdmins(users) }
  return users.map((user) => toPerson(user, all)).sort((a, b) => order[a.role] - order[b.role])
}
