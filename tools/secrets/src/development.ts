import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '@app/installer/message-of'
import { completeSecrets, confirmed, developmentSecrets, requireLocalOrigin } from './development-secrets'
import type { Variables } from './env-file'
import { replaceFile } from './env-file'
import { nextKeys } from './key-rotation'

/**
 * Runs in the container `secrets` of compose.override.yml: writes the secret files of each container into its volume.
 *
 *   bun development.js          generate what is missing, write what changed
 *   bun development.js rotate   replace the session key; sessions stay valid
 *   bun development.js confirm  the database has its identity
 */

const volumes = '/secrets'
const stateFile = join(volumes, 'generated', 'secrets.json')
/** Services poll their key files every 2 s. */
const keyPropagationMs = 5_000

const readState = (): Variables => (existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : {})

function writeSecrets(environment: Variables, generated: Variables): void {
  replaceFile(stateFile, JSON.stringify(generated))
  for (const [service, files] of Object.entries(developmentSecrets(environment, generated))) {
    for (const [name, content] of Object.entries(files)) {
      const file = join(volumes, service, name)
      // Rewritten in place: another process may have it open. World-readable: containers run as different users.
      if (!existsSync(file) || readFileSync(file, 'utf8') !== content) writeFileSync(file, content, { mode: 0o644 })
    }
  }
}

async function rotate(environment: Variables, generated: Variables): Promise<void> {
  const { SESSION_SIGNING_KEY: signing = '', SESSION_PUBLIC_KEYS: published = '' } = generated
  const next = await nextKeys({ signing, published })
  writeSecrets(environment, { ...generated, SESSION_PUBLIC_KEYS: next.published })
  await Bun.sleep(keyPropagationMs)
  writeSecrets(environment, {
    ...generated,
    SESSION_PUBLIC_KEYS: next.published,
    SESSION_SIGNING_KEY: next.signing,
  })
}

try {
  const environment = process.env as Variables
  requireLocalOrigin(environment['PUBLIC_ORIGIN'] ?? '')
  const generated = await completeSecrets(readState())
  const [, , command] = process.argv
  if (command === 'rotate') await rotate(environment, generated)
  else writeSecrets(environment, command === 'confirm' ? confirmed(generated) : generated)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exit(1)
}
