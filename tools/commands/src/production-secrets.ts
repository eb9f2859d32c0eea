import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secret, unsafeParametersOf } from '@app/config'
import * as v from 'valibot'

/** No two secrets may be equal, so that the leak of one reveals no other. */
const keys = ['session_signing_key', 'audit_signing_key', 'otp_pepper', 'mail_seal_key', 'webhook_seal_key']
const users = ['auth', 'forms', 'email_worker', 'admin_tables']
const databases = [...users, 'operator']
  .map((user) => `${user}_mongodb_uri`)
  .concat(users.map((user) => `${user}_redis_url`))

/** A name and a password, or a certificate of the client. */
const signsIn = (url: string) => /^[a-z+]+:\/\/[^/@]*:[^/@]+@/.test(url) || url.includes('authMechanism=MONGODB-X509')

/** Errors of the secret files of the containers (tools/secrets). */
export function secretErrors(folder: string): string[] {
  const read = (name: string) => {
    const file = join(folder, name)
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  }
  const values = keys.map((name) => [name, read(name)] as const)
  const weak = values.flatMap(([name, value]) => {
    const { success, issues } = v.safeParse(secret(), value)
    return success ? [] : [`${name}: ${value ? issues[0].message : 'is missing; run `make secrets`'}`]
  })
  const equal = values.flatMap(([name, value], at) => {
    const first = values.findIndex((other) => other[1] === value)
    return value && first < at ? [`${name}: equals ${keys[first]}; generate one of its own`] : []
  })
  const open = databases
    .filter((name) => !signsIn(read(name)))
    .map((name) => `${name}: names no user and password, so the database would be open to everything beside it`)
  const unverified = [...databases, 'smtp_url'].flatMap((name) => {
    const unsafe = unsafeParametersOf(read(name))
    return unsafe.length > 0 ? [`${name}: must not have ${unsafe.join(', ')}: the server would not be verified`] : []
  })
  return [...weak, ...equal, ...open, ...unverified]
}
