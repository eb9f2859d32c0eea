import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type DatabaseUser,
  databasePassword,
  databaseUsers,
  mongoKey,
  mongoPasswords,
  redisMembers,
  redisUsers,
} from './database-users'
import type { Variables } from './env-file'
import { givenValue } from './variables'

/** Secrets by file name; several containers may have the same one. */
const shared = {
  installation_id: 'INSTALLATION_ID',
  session_signing_key: 'SESSION_SIGNING_KEY',
  session_public_keys: 'SESSION_PUBLIC_KEYS',
  audit_signing_key: 'AUDIT_SIGNING_KEY',
  audit_public_keys: 'AUDIT_PUBLIC_KEYS',
  otp_pepper: 'OTP_PEPPER',
  mail_seal_key: 'MAIL_SEAL_KEY',
  webhook_seal_key: 'WEBHOOK_SEAL_KEY',
  google_client_secret: 'GOOGLE_CLIENT_SECRET',
  smtp_url: 'SMTP_URL',
  files_s3: 'FILES_S3',
  inbound_imap_password: 'INBOUND_IMAP_PASSWORD',
  alert_smtp_password: 'ALERT_SMTP_PASSWORD',
} as const
/** Read again when they are needed; any other change needs new containers. */
const watched = ['installation_id', 'session_signing_key', 'session_public_keys', 'alert_smtp_password']

/** Variables that only containers use. */
export const containerVariables = [
  'DATABASE_KEY',
  ...['MONGODB_URI', 'REDIS_URL'].flatMap((url) => databaseUsers.map((user) => `${constant(user)}_${url}`)),
]

function constant(user: DatabaseUser): string {
  return user.replace('-', '_').toUpperCase()
}

const members = (address: (number: number) => string) => [1, 2, 3].map(address).join(',')

/** The network of deploy/compose.sentinel.yml, whose members have fixed addresses. */
const redisNetwork = '10.46.89'

/** The addresses of the bundled databases: one server, or those of the overlay that is among the Compose files. */
const bundled = (composeFiles: string, network: string) => {
  const hasReplicaSet = composeFiles.includes('deploy/compose.replica-set.yml')
  const hasSentinels = composeFiles.includes('deploy/compose.sentinel.yml')
  return {
    hasSentinels,
    mongo(key: string, user: DatabaseUser) {
      const signIn = `${user}:${databasePassword(key, 'mongodb', user)}`
      return hasReplicaSet
        ? `mongodb://${signIn}@${members((number) => `mongo-${number}:27017`)}/archery?replicaSet=archery`
        : `mongodb://${signIn}@mongo:27017/archery`
    },
    redis(key: string, user: DatabaseUser) {
      const signIn = `${user}:${databasePassword(key, 'redis', user)}`
      return hasSentinels
        ? `redis+sentinel://${signIn}@${members((number) => `${network}.2${number}:26379`)}/archery?sentinel_password=${databasePassword(key, 'redis', 'sentinels')}`
        : `redis://${signIn}@redis:6379`
    },
  }
}

/** A database without identity is only that of an installation whose own has not been seen yet. */
const installationOf = (id: string, since: string) => (id && !since ? `${id} new` : id)

/**
 * The content of each secret file in docker-compose.yml. `MONGODB_URI` and `REDIS_URL` name external servers for all
 * services, `AUTH_MONGODB_URI`, `EMAIL_WORKER_REDIS_URL` and so on for one of them.
 */
export function containerSecrets(variables: Variables): Record<string, string> {
  const given = (name: string) => givenValue(name, variables) ?? ''
  const key = given('DATABASE_KEY')
  const { mongo, redis, hasSentinels } = bundled(given('COMPOSE_FILE'), given('REDIS_NETWORK') || redisNetwork)
  const ofUser = (user: DatabaseUser) => {
    const own = constant(user).toLowerCase()
    const url = (name: string, otherwise: string) => given(`${constant(user)}_${name}`) || given(name) || otherwise
    return {
      [`${own}_mongodb_uri`]: url('MONGODB_URI', mongo(key, user)),
      [`${own}_redis_url`]: url('REDIS_URL', redis(key, user)),
    }
  }
  return {
    ...Object.fromEntries(Object.entries(shared).map(([file, name]) => [file, given(name)])),
    installation_id: installationOf(given('INSTALLATION_ID'), given('INSTALLATION_SINCE')),
    ...Object.assign({}, ...databaseUsers.map(ofUser)),
    mongodb_passwords: mongoPasswords(key),
    mongodb_key: mongoKey(key),
    redis_users: redisUsers(key, given('QUEUE_PREFIX') || 'archery', { withMembers: hasSentinels }),
    redis_members: redisMembers(key),
  }
}

/**
 * Writes the files, world-readable in a folder only its owner may enter: containers read them as other users. A file is
 * rewritten in place, since a container keeps the inode it was started with.
 *
 * @returns a version that changes when containers must be recreated
 */
export function writeContainerSecrets(folder: string, secrets: Record<string, string>): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const version = createHash('sha256')
  for (const [name, value] of Object.entries(secrets)) {
    // An empty file looks like one that was not written.
    const content = value || '\n'
    const file = join(folder, name)
    if (!existsSync(file) || readFileSync(file, 'utf8') !== content) writeFileSync(file, content)
    chmodSync(file, 0o644)
    if (!watched.includes(name)) version.update(`${name}\0${content}\0`)
  }
  return version.digest('hex').slice(0, 12)
}
