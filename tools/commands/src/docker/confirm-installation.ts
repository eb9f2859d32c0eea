import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '@app/installer/checkout'
import { addToEnvFile, readEnvFile } from '@app/secrets/env-file'
import type { Context } from '../context'

/**
 * Called once the database of a new installation was seen to have its identity: from now on an empty one is not taken for it.
 * Services read the file when they start; written in place, since a container keeps the inode.
 */
export function confirmInstallation({ envFile }: Context, now = new Date()): void {
  const { INSTALLATION_ID, INSTALLATION_SINCE, SECRETS_DIR } = readEnvFile(envFile)
  if (!INSTALLATION_ID || INSTALLATION_SINCE || !SECRETS_DIR) return
  const file = join(resolve(root, SECRETS_DIR), 'installation_id')
  if (!existsSync(file)) return
  writeFileSync(file, INSTALLATION_ID)
  const since = now.toISOString().slice(0, 10)
  addToEnvFile(envFile, [
    { name: 'INSTALLATION_SINCE', value: since, about: 'Since then an empty database is not taken for a new one' },
  ])
}
