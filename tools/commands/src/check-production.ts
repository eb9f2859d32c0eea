import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { productionErrors, redisClusterErrors, secret, unsafeParametersOf } from '@app/config'
import { optionsOf, projectName } from '@app/containers/compose-project'
import { root } from '@app/installer/checkout'
import type { Variables } from '@app/secrets/env-file'
import { readVariables } from '@app/secrets/variables'
import * as v from 'valibot'
import { certificateErrors } from './certificate-files'
import type { Context } from './context'
import { installationFault } from './docker/guard'
import { checkMail } from './mail/check-mail'
import { engineErrors } from './production/engine-errors'
import { keyErrors } from './production/key-errors'
import { type SignIn, signInErrors } from './production/mail-account'
import { processErrors } from './production/process-errors'
import { unknownVariables } from './production/unknown-variables'

/** No two secrets may be equal, so that the leak of one reveals no other. */
const keys = ['session_signing_key', 'audit_signing_key', 'otp_pepper', 'mail_seal_key', 'webhook_seal_key']
const users = ['auth', 'forms', 'email_worker', 'admin_tables']
const databases = [...users, 'operator']
  .map((user) => `${user}_mongodb_uri`)
  .concat(users.map((user) => `${user}_redis_url`))

/** A name and a password, or a certificate of the client. */
const signsIn = (url: string) => /^[a-z+]+:\/\/[^/@]*:[^/@]+@/.test(url) || url.includes('authMechanism=MONGODB-X509')

/** Errors of the secret files of the containers (tools/secrets). */
function secretErrors(folder: string): string[] {
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

const required = ['PUBLIC_ORIGIN', 'ADMIN_EMAILS', 'CONTACT_RECIPIENT', 'MAIL_FROM', 'SMTP_URL']

/** The variables, with those given as files read from there. */
function withFileContents(variables: Variables): Variables {
  const files = Object.entries(variables).filter(([name, path]) => name.endsWith('_FILE') && existsSync(path))
  const contents = files.map(([name, path]) => [name.slice(0, -'_FILE'.length), readFileSync(path, 'utf8').trim()])
  return { ...variables, ...Object.fromEntries(contents) }
}

function fileErrors({ COMPOSE_FILE = '', SECRETS_DIR = '', DEPLOYMENT, INBOUND_SMTP_PORT }: Variables): string[] {
  const errors = DEPLOYMENT === 'development' ? ['DEPLOYMENT: must not be development'] : []
  if (!COMPOSE_FILE)
    errors.push('COMPOSE_FILE: is missing, so Compose would start the development product; run `make secrets`')
  if (COMPOSE_FILE.includes('compose.override.yml'))
    errors.push('COMPOSE_FILE: names compose.override.yml, which is for development')
  if (INBOUND_SMTP_PORT && !COMPOSE_FILE.includes('compose.inbound-smtp.yml'))
    errors.push('INBOUND_SMTP_PORT: is published nowhere; add deploy/compose.inbound-smtp.yml to COMPOSE_FILE')
  const secrets = resolve(root, SECRETS_DIR)
  if (!SECRETS_DIR || !existsSync(secrets)) errors.push('SECRETS_DIR: the secrets are missing; run `make secrets`')
  else errors.push(...secretErrors(secrets))
  return errors
}

/** An intruder on the machine must not be able to read older backups. */
function backupErrors({ BACKUP_RECIPIENTS = '', BACKUP_ENCRYPTION = '' }: Variables, dataDir: string): string[] {
  const recipients = BACKUP_RECIPIENTS.split(/[\s,]+/).filter(Boolean)
  const privateKey = join(dataDir, 'backup-key.txt')
  const errors: string[] = []
  if (BACKUP_ENCRYPTION === 'no') errors.push('BACKUP_ENCRYPTION: backups must be encrypted in production')
  if (recipients.length === 0)
    errors.push('BACKUP_RECIPIENTS: is missing: the public age keys that backups are encrypted to (docs/backup.md)')
  if (recipients.some((one) => !/^age1[a-z0-9]{58}$/.test(one)))
    errors.push('BACKUP_RECIPIENTS: must be public keys as age prints them (age1...)')
  if (existsSync(privateKey)) errors.push(`${privateKey}: opens the backups; move it to another machine or onto paper`)
  return errors
}

const forAlerts = ['ALERT_MAIL_TO', 'ALERT_MAIL_FROM', 'ALERT_SMTP_HOST']

/** Alerts without a recipient, or from a sender whose domain is not the school's, reach no one. */
function alertErrors(variables: Variables): string[] {
  if (!variables['COMPOSE_FILE']?.includes('deploy/observability/compose.yml')) return []
  return forAlerts.flatMap((name) => {
    const value = variables[name]
    if (!value) return [`${name}: is missing, so no alert would be mailed`]
    return /[@.](example|invalid)(:\d+)?$|[@.]example\.(com|net|org)(:\d+)?$/.test(value)
      ? [`${name}: ${value} is a placeholder`]
      : []
  })
}

/** Every hour a mail goes there, so it must not be a person's inbox. */
function syntheticErrors({ SYNTHETIC_INQUIRY_TO: to, CONTACT_RECIPIENT = '', ADMIN_EMAILS = '' }: Variables): string[] {
  const people = `${CONTACT_RECIPIENT},${ADMIN_EMAILS}`.split(',').map((address) => address.trim().toLowerCase())
  return to && people.includes(to.trim().toLowerCase())
    ? ['SYNTHETIC_INQUIRY_TO: gets a mail every hour, so it must be an unread mailbox']
    : []
}

/** Every reason why this configuration is not ready for production. */
export function errorsForProduction(variables: Variables, dataDir: string): string[] {
  const values = withFileContents(variables)
  const missing = required.filter((name) => !values[name]).map((name) => `${name}: is missing`)
  const usesTls = values['COMPOSE_FILE']?.includes('compose.tls.yml')
  const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value))
  const ofFiles = fileErrors(values)
  const named = new Set([...missing, ...ofFiles].map(variableOf))
  return [
    ...missing,
    ...new Set([...productionErrors(known), ...processErrors(known).filter((error) => !named.has(variableOf(error)))]),
    ...unknownVariables(variables),
    ...syntheticErrors(values),
    ...alertErrors(values),
    ...ofFiles,
    ...backupErrors(values, dataDir),
    ...(usesTls ? certificateErrors(values) : []),
  ]
}

/** The variable that an error is about; a secret file has its name in small letters. */
const variableOf = (error: string) => error.split(':')[0]!.toUpperCase()

/** Of each process that has a Redis of its own named, or of all. */
const redisErrors = (variables: Variables) =>
  redisClusterErrors(
    Object.fromEntries(
      Object.entries(withFileContents(variables)).filter(
        ([name, url]) => /(^|_)REDIS_URL$/.test(name) && URL.canParse(url),
      ),
    ),
  )

/** Another installation under the same project name would lose its containers to this one, and this one would write to its data. */
async function projectErrors(context: Context): Promise<string[]> {
  if (!projectName(optionsOf(context)))
    return ['COMPOSE_PROJECT_NAME: is missing: it separates this installation from others; run `make secrets`']
  const fault = await installationFault(context)
  return fault ? [`COMPOSE_PROJECT_NAME: ${fault}`] : []
}

/** Errors that only an attempt shows: databases, the mail account, the keys of backups, the engine and its ports. Nothing is changed. */
async function triedErrors(context: Context, variables: Variables, signIn?: SignIn): Promise<string[]> {
  const tried = await Promise.all([
    redisErrors(variables),
    projectErrors(context),
    engineErrors(context, variables),
    keyErrors(context),
    signInErrors(withFileContents(variables), signIn),
  ])
  return tried.flat()
}

/** Prints everything that is missing or unfit for production at once. TO= also sends a mail. */
export async function checkProduction(context: Context, signIn?: SignIn): Promise<number> {
  const variables = readVariables(context)
  const errors = [
    ...errorsForProduction(variables, context.layout.dataDir),
    ...(await triedErrors(context, variables, signIn)),
  ]
  if (errors.length === 0 && context.environment['TO'] && (await checkMail(context)) !== 0) return 1
  if (errors.length === 0) {
    context.write(
      `${context.envFile} is ready for production. Next: make secrets, then docker compose up -d --build --wait`,
    )
    return 0
  }
  context.write(
    `${context.envFile} is not ready for production:\n${errors.map((error) => `  - ${error}`).join('\n')}\n` +
      'Next: fix these there, then make secrets check-production',
  )
  return 1
}
