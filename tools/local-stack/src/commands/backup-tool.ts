import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Context } from '../context'
import { root } from '../layout'

const cli = join(root, 'tools', 'backup', 'src', 'cli.ts')

/** Where a backup goes that nobody has named. */
export function newArchive({ environment, layout }: Context): string {
  if (environment['FILE']) return environment['FILE'] === '-' ? '-' : resolve(root, environment['FILE'])
  const stamp = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  return join(layout.folder('backups'), `archery-${stamp}.tar.gz`)
}

/** What to restore, and how: FILE, FORCE=1 to replace what is there, WITHOUT="sessions login_codes". */
export function wishes({ environment }: Context) {
  const { FILE, FORCE = '', WITHOUT = '' } = environment
  if (!FILE) throw new Error('Which archive? make restore FILE=...')
  const file = resolve(root, FILE)
  if (!existsSync(file)) throw new Error(`There is no ${file}`)
  const force = !['', '0', 'false'].includes(FORCE)
  const without = WITHOUT.split(/[\s,]+/).filter(Boolean)
  return { file, force, flags: [...(force ? ['--force'] : []), ...without.flatMap((name) => ['--without', name])] }
}

/** Runs the tool of tools/backup in the caller's terminal. @throws when it fails; it has said why */
export async function backupTool(context: Context, args: readonly string[], env: Record<string, string> = {}) {
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
