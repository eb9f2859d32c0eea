import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '@app/installer/checkout'
import type { Context } from './context'

const cli = join(root, 'tools', 'backup', 'src', 'cli.ts')

/** The path of a new archive: FILE, else a name with the time. */
export function newArchive({ environment, layout }: Context): string {
  if (environment['FILE']) return environment['FILE'] === '-' ? '-' : resolve(root, environment['FILE'])
  const stamp = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  return join(layout.folder('backups'), `archery-${stamp}.tar.gz`)
}

/** FILE to restore; FORCE=1 replaces stored records; WITHOUT="sessions login_codes" skips collections. */
export function restoreOptions({ environment }: Context) {
  const { FILE, FORCE = '', WITHOUT = '' } = environment
  if (!FILE) throw new Error('Which archive? make restore FILE=...')
  const file = resolve(root, FILE)
  if (!existsSync(file)) throw new Error(`${file} does not exist`)
  const force = !['', '0', 'false'].includes(FORCE)
  const without = WITHOUT.split(/[\s,]+/).filter(Boolean)
  return { file, force, flags: [...(force ? ['--force'] : []), ...without.flatMap((name) => ['--without', name])] }
}

/** Runs tools/backup in the terminal of the caller. @throws when it fails; its message is already printed */
export async function runArchiveTool(context: Context, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: root,
    env: { ...context.machine.bareEnv, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise<number>((done, fail) => {
    child.once('error', fail)
    child.once('close', (status) => done(status ?? 1))
  })
  if (code !== 0) throw new Error(`\`${args[0]}\` failed.`)
}
