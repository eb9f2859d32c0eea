import { accessSync, chmodSync, constants, existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Dialogue, runProgram } from '@app/containers/run-program'
import { root } from '@app/installer/checkout'
import { readVariables } from '@app/secrets/variables'
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

/** @throws before minutes are spent on an archive that cannot be stored */
function requireWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK)
  } catch (cause) {
    const why = existsSync(folder) ? 'belongs to another user' : 'does not exist'
    throw new Error(`${folder} ${why}. Once, as root: install -d -m 700 -o ${userInfo().username} ${folder}`, { cause })
  }
}

/** The path of a new archive: FILE, else a name with the time. */
export function newArchive(context: Context): string {
  const { FILE } = context.environment
  if (!FILE) return namedByTime(context, 'archery')
  if (FILE === '-') return '-'
  const file = resolve(root, FILE)
  requireWritable(dirname(file))
  return file
}

/** Where a restore keeps what it replaces: written before anything changes, and again with the last records when it was replaced. */
export const replacedArchive = (context: Context) => namedByTime(context, 'before-restore')

/** Where a restore keeps what an interrupted one before it replaced. */
export const interruptedArchive = (context: Context) => namedByTime(context, 'before-interrupted-restore')

/** The folder of METRICS_DIR, which node-exporter reads (deploy/observability). */
export function metricsFolder(context: Context): string {
  const { METRICS_DIR } = { ...readVariables(context), ...context.environment }
  return METRICS_DIR ? resolve(root, METRICS_DIR) : join(context.layout.dataDir, 'metrics')
}

/** Makes that folder, so that the engine does not make it as root, and lets node-exporter read it. */
export function prepareMetricsFolder(context: Context): string {
  const folder = metricsFolder(context)
  mkdirSync(folder, { recursive: true })
  if ((statSync(folder).mode & 0o555) !== 0o555) chmodSync(folder, 0o755)
  return folder
}

/** Leaves the time of a successful backup for Prometheus. */
export function recordBackup(context: Context, now = Date.now()): void {
  const name = 'archery_backup_last_success_timestamp_seconds'
  const text = `# HELP ${name} When the last backup succeeded\n# TYPE ${name} gauge\n${name} ${Math.floor(now / 1000)}\n`
  try {
    const folder = prepareMetricsFolder(context)
    writeFileSync(join(folder, 'backup.prom.new'), text, { mode: 0o644 })
    renameSync(join(folder, 'backup.prom.new'), join(folder, 'backup.prom'))
  } catch (cause) {
    const folder = metricsFolder(context)
    throw new Error(
      `The backup is written, but its time is not, so alerts do not know of it: ${folder} belongs to another user. Once, as root: chown -R ${userInfo().username} ${folder}`,
      { cause },
    )
  }
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
