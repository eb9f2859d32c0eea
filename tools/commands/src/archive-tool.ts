import { chmodSync, existsSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Dialogue, runProgram } from '@app/containers/run-program'
import { root } from '@app/installer/checkout'
import { isEncrypting } from './backup-keys'
import type { Context } from './context'

/** Services that write to the database. */
export const writers = ['auth', 'forms', 'email-worker', 'admin-tables']

const cli = join(root, 'tools', 'backup', 'src', 'cli.ts')

function namedByTime(context: Context, name: string): string {
  const stamp = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  const ending = isEncrypting(context) ? 'tar.gz.age' : 'tar.gz'
  return join(context.layout.folder('backups'), `${name}-${stamp}.${ending}`)
}

/** The path of a new archive: FILE, else a name with the time. */
export function newArchive(context: Context): string {
  const { FILE } = context.environment
  if (FILE) return FILE === '-' ? '-' : resolve(root, FILE)
  return namedByTime(context, 'archery')
}

/** Where a restore keeps what it replaces: written before anything changes, and again with the last records when it was replaced. */
export const replacedArchive = (context: Context) => namedByTime(context, 'before-restore')

/** Where a restore keeps what an interrupted one before it replaced. */
export const interruptedArchive = (context: Context) => namedByTime(context, 'before-interrupted-restore')

/** Leaves the time of a successful backup for Prometheus (deploy/observability), as node-exporter reads it. */
export function recordBackup({ layout }: Context, now = Date.now()): void {
  const folder = layout.folder('metrics')
  chmodSync(folder, 0o755)
  const name = 'archery_backup_last_success_timestamp_seconds'
  const text = `# HELP ${name} When the last backup succeeded\n# TYPE ${name} gauge\n${name} ${Math.floor(now / 1000)}\n`
  writeFileSync(join(folder, 'backup.prom.new'), text, { mode: 0o644 })
  renameSync(join(folder, 'backup.prom.new'), join(folder, 'backup.prom'))
}

/** FILE to restore; FORCE=1 replaces stored records; WITHOUT="sessions login_codes" skips collections. */
export function restoreOptions({ environment }: Context) {
  const { FILE, FORCE = '', WITHOUT = '' } = environment
  if (!FILE) throw new Error('Which archive? make restore FILE=...')
  const file = resolve(root, FILE)
  if (!existsSync(file)) throw new Error(`${file} does not exist`)
  const force = !['', '0', 'false'].includes(FORCE)
  const without = WITHOUT.split(/[\s,]+/).filter(Boolean)
  return { file, force, without: without.flatMap((name) => ['--without', name]) }
}

/** Runs tools/backup in the terminal of the caller. @throws when it fails; its message is already printed */
export async function runArchiveTool(
  context: Context,
  args: readonly string[],
  env: Record<string, string> = {},
  dialogue?: Dialogue,
) {
  const variables = { ...context.machine.bareEnv, ...env }
  const streams = dialogue ? { dialogue } : {}
  const code = await runProgram(process.execPath, [cli, ...args], { cwd: root, env: variables, ...streams })
  if (code !== 0) throw new Error(`\`${args[0]}\` failed.`)
}
