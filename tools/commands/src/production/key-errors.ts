import { existsSync } from 'node:fs'
import { recipientsIn, recipientsOf, requireKeys } from '@app/backup/encryption'
import { signedByOneOf, signerWith } from '@app/backup/signing'
import { messageOf } from '@app/installer/message-of'
import { keyFiles } from '../backup-keys'
import type { Context } from '../context'

async function attempt(name: string, use: () => void | Promise<void>): Promise<string[]> {
  try {
    await use()
    return []
  } catch (error) {
    const message = messageOf(error)
    return [message.startsWith(`${name}:`) ? message : `${name}: ${message}`]
  }
}

/** Tries the keys of backups, as far as they are on this machine: what was encrypted opens, and what was signed is known. */
export async function keyErrors(context: Context): Promise<string[]> {
  try {
    const { recipients: given, identity, signing } = keyFiles(context)
    const recipients = recipientsIn(given)
    const errors = await Promise.all([
      attempt('BACKUP_RECIPIENTS', () => requireKeys({ recipients })),
      attempt('BACKUP_IDENTITY', async () => {
        if (!existsSync(identity) || recipients.length === 0) return
        const own = await recipientsOf(identity)
        if (!own.recipients.some((one) => recipients.includes(one)))
          throw new Error(`${identity} opens nothing that is encrypted to BACKUP_RECIPIENTS`)
      }),
      attempt('BACKUP_SIGNERS', () => {
        if (!existsSync(signing.key) || !existsSync(signing.signers)) return
        const text = Buffer.from('tried')
        signedByOneOf(signing.signers)(text, signerWith(signing.key)(text))
      }),
    ])
    return errors.flat()
  } catch (error) {
    // A variable that holds a key instead of naming its file.
    return [messageOf(error)]
  }
}
