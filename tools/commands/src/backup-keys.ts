import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { recipientsIn, recipientsOf, requireKeys } from '@app/backup/encryption'
import { makeSigningKey } from '@app/backup/signing'
import { root } from '@app/installer/checkout'
import { readVariables } from '@app/secrets/variables'
import type { Context } from './context'

/** As the archive tool reads them. */
export type BackupKeys = {
  BACKUP_RECIPIENTS?: string
  BACKUP_IDENTITY?: string
  BACKUP_SIGNING_KEY?: string
  BACKUP_SIGNERS?: string
  UNSIGNED?: string
}

/** @throws Error without the value: a key may stand where its file should be named */
function fileOf(variable: string, named: string | undefined, usual: string): string {
  if (named && /^AGE-|AGE-SECRET|-----BEGIN|^age1|[A-Z0-9]{40}/.test(named))
    throw new Error(`${variable} must name a file. It holds a key, which is not shown here.`)
  return resolve(root, named || usual)
}

/** The keys in use, and where they are. @throws Error where a variable holds a key instead of naming its file */
export function keyFiles(context: Context) {
  const { BACKUP_RECIPIENTS, BACKUP_IDENTITY, BACKUP_ENCRYPTION, BACKUP_SIGNING_KEY, BACKUP_SIGNERS, UNSIGNED } = {
    ...readVariables(context),
    ...context.environment,
  }
  const usual = (name: string) => join(context.layout.dataDir, name)
  return {
    recipients: BACKUP_RECIPIENTS,
    identity: fileOf('BACKUP_IDENTITY', BACKUP_IDENTITY, usual('backup-key.txt')),
    signing: {
      key: fileOf('BACKUP_SIGNING_KEY', BACKUP_SIGNING_KEY, usual('backup-signing-key.pem')),
      signers: fileOf('BACKUP_SIGNERS', BACKUP_SIGNERS, usual('backup-signers.pem')),
    },
    unsigned: UNSIGNED === '1',
    isNamed: Boolean(BACKUP_IDENTITY),
    isOff: BACKUP_ENCRYPTION === 'no',
  }
}

export const isEncrypting = (context: Context) => !keyFiles(context).isOff

/**
 * Whom a new archive is encrypted to: BACKUP_RECIPIENTS, whose private key is elsewhere, or a key of this checkout, which
 * the first backup makes.
 */
export async function keysToWrite(context: Context): Promise<BackupKeys> {
  const { recipients: given, identity, isNamed, isOff, signing } = keyFiles(context)
  if (given && !isOff) requireKeys({ recipients: recipientsIn(given) })
  if (makeSigningKey(signing))
    process.stderr.write(
      `New key that signs backups: ${signing.key}. A restore elsewhere needs a copy of ${signing.signers}.\n`,
    )
  const signed = { BACKUP_SIGNING_KEY: signing.key, BACKUP_SIGNERS: signing.signers }
  if (isOff) return signed
  if (given) return { ...signed, BACKUP_RECIPIENTS: given, ...(isNamed && { BACKUP_IDENTITY: identity }) }
  const { recipients, isNew } = await recipientsOf(identity)
  // An archive may go to the standard output.
  if (isNew)
    process.stderr.write(
      `New key of backups: ${identity}. Keep a copy elsewhere: without it no backup can be restored.\n`,
    )
  return { ...signed, BACKUP_RECIPIENTS: recipients.join(' '), BACKUP_IDENTITY: identity }
}

/** The keys that decrypt and verify archives, as far as they are on this machine. */
export function keysToRead(context: Context): BackupKeys {
  const { identity, signing, unsigned } = keyFiles(context)
  return {
    ...(existsSync(identity) && { BACKUP_IDENTITY: identity }),
    ...(existsSync(signing.signers) && { BACKUP_SIGNERS: signing.signers }),
    ...(unsigned && { UNSIGNED: '1' }),
  }
}
