import { createHash, createHmac } from 'node:crypto'

/** The users of the databases in containers. `operator` is for backups and repairs. */
export const databaseUsers = ['auth', 'forms', 'email-worker', 'admin-tables', 'operator'] as const
export type DatabaseUser = (typeof databaseUsers)[number]

/** The roles of the members of a replicated database: a Redis that copies another, and the Sentinels. */
type Member = 'replica' | 'sentinel' | 'sentinels' | 'member'

/** Passwords are derived from one key. */
export const databasePassword = (key: string, server: 'mongodb' | 'redis', user: DatabaseUser | Member) =>
  createHmac('sha256', key).update(`${server} ${user}`).digest('base64url')

/** Key patterns per Redis user: its own counters, and the queues it writes or consumes. */
const keysOf = (prefix: string): Record<Exclude<DatabaseUser, 'operator'>, string[]> => ({
  auth: [`${prefix}:auth:*`, `${prefix}:sign-in-mail:*`],
  forms: [`${prefix}:forms:*`, `${prefix}:inquiry-mail:*`, `${prefix}:mailing-mail:*`],
  'email-worker': [`${prefix}:inquiry-mail:*`, `${prefix}:mailing-mail:*`, `${prefix}:sign-in-mail:*`],
  'admin-tables': [`${prefix}:admin-tables:*`],
})

/** Commands that queues, counters and signals need. Without SCAN, which key patterns do not restrict. */
const commands =
  '-@all +@read +@write +@connection +@transaction -@scripting +eval +evalsha +script|load +script|exists -@admin -@dangerous -scan -randomkey -dbsize +info +publish +subscribe'

const hashOf = (key: string, user: DatabaseUser | Member) =>
  createHash('sha256')
    .update(databasePassword(key, 'redis', user))
    .digest('hex')

/** The rights of a Redis that copies another one, and of Sentinels that watch and promote one. */
const memberCommands = {
  replica: '+psync +replconf +ping',
  sentinel:
    'allchannels +multi +slaveof +ping +exec +subscribe +config|rewrite +role +publish +info +client|setname +client|kill +script|kill',
}
const redisMemberUsers = (key: string) =>
  (['replica', 'sentinel'] as const).map(
    (user) => `user ${user} on #${hashOf(key, user)} resetkeys resetchannels -@all ${memberCommands[user]}`,
  )

/** The passwords of deploy/redis/start.sh and sentinel.sh, as a shell reads them. `sentinels`: of the Sentinels themselves. */
export const redisMembers = (key: string): string =>
  (['replica', 'sentinel', 'sentinels'] as const)
    .map((user) => `${user}_password=${databasePassword(key, 'redis', user)}\n`)
    .join('')

/** The key by which the members of a MongoDB replica set recognize each other. A key file has base64 characters only. */
export const mongoKey = (key: string): string =>
  databasePassword(key, 'mongodb', 'member').replaceAll('-', '+').replaceAll('_', '/')

/**
 * The Redis ACL file (`--aclfile`). `health` needs no password and may only PING. The default user keeps all rights,
 * with the operator's password: Redis replays its append-only file as that user.
 */
export function redisUsers(key: string, prefix: string, { withMembers = false } = {}): string {
  const keys = keysOf(prefix)
  const services = databaseUsers.filter((user) => user !== 'operator')
  return [
    ...['default', 'operator'].map((user) => `user ${user} on #${hashOf(key, 'operator')} ~* &* +@all`),
    'user health on nopass resetkeys resetchannels -@all +ping',
    ...(withMembers ? redisMemberUsers(key) : []),
    ...services.map((user) => {
      const patterns = keys[user].map((pattern) => `~${pattern}`).join(' ')
      return `user ${user} on #${hashOf(key, user)} resetchannels &${prefix}:signals ${patterns} ${commands}`
    }),
    '',
  ].join('\n')
}

/** The passwords for deploy/mongo/users.js, which creates the users. */
export const mongoPasswords = (key: string): string =>
  JSON.stringify(Object.fromEntries(databaseUsers.map((user) => [user, databasePassword(key, 'mongodb', user)])))
