import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { recipientsOf } from '@app/backup/encryption'
import { root } from '@app/installer/checkout'
import { readVariables } from '@app/secrets/variables'
import type { Context } from './context'

/** As the archive tool reads them. */
export type BackupKeys = { BACKUP_RECIPIENTS?: string; BACKUP_IDENTITY?: string }

function settings(context: Context) {
  const { BACKUP_RECIPIENTS, BACKUP_IDENTITY, BACKUP_ENCRYPTION } = {
    ...readVariables(context),
    ...context.environment,
  }
  const identity = resolve(root, BACKUP_IDENTITY || join(context.layout.dataDir, 'backup-key.txt'))
  return {
    recipients: BACKUP_RECIPIENTS,
    identity,
    isNamed: Boolean(BACKUP_IDENTITY),
    isOff: BACKUP_ENCRYPTION === 'no',
  }
}

export const isEncrypting = (context: Context) => !settings(context).isOff

/**
 * Whom a new archive is encrypted to: BACKUP_RECIPIENTS, whose private key is elsewhere, or a key of this checkout, which
 * the first backup makes.
 */
export async function keysToWrite(context: Context): Promise<BackupKeys> {
  const { recipients: given, identity, isNamed, isOff } = settings(context)
  if (isOff) return {}
  if (given) return { BACKUP_RECIPIENTS: given, ...(isNamed && { BACKUP_IDENTITY: identity }) }
  const { recipients, isNew } = await recipientsOf(identity)
  // An archive may go to the standard output.
  if (isNew)
    process.stderr.write(
      `New key of backups: ${identity}. Keep a copy elsewhere: without it no backup can be restored.\n`,
    )
  return { BACKUP_RECIPIENTS: recipients.join(' '), BACKUP_IDENTITY: identity }
}

/** The key that opens archives; none when it is not on this machine. */
export function keysToRead(context: Context): BackupKeys {
  const { identity } = settings(context)
  return existsSync(identity) ? { BACKUP_IDENTITY: identity } : {}
}
