import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Content, contentIn, idleMark, inPlaceMark, reasonMark } from '@app/backup/messages'
import { runProgram, type Streams } from '@app/containers/run-program'
import { root, toolProgram } from '@app/installer/checkout'
import { isEncrypting } from './backup-keys'
import { type Context, isOn, settingsOf } from './context'

/** Services that write to the database. */
export const writers = ['auth', 'forms', 'email-worker', 'admin-tables']

/** In this order they stop: the worker may be waiting for a mail server, and visitors need the others until it is done. */
export const stopOrder = [['email-worker'], ['auth', 'forms', 'admin-tables']] as const

function namedByTime(context: Context, name: string): string {
  const stamp = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  const ending = isEncrypting(context) ? 'tar.gz.age' : 'tar.gz'
  return join(context.layout.folder('backups'), `${name}-${stamp}.${ending}`)
}

/** @throws before minutes are spent on an archive that cannot be stored */
export function requireWritable(folder: string): void {
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
  const { METRICS_DIR } = settingsOf(context)
  return METRICS_DIR ? resolve(root, METRICS_DIR) : join(context.layout.dataDir, 'metrics')
}

/** Makes that folder, so that the engine does not make it as root, and lets node-exporter read it. */
export function prepareMetricsFolder(context: Context): string {
  const folder = metricsFolder(context)
  mkdirSync(folder, { recursive: true })
  if ((statSync(folder).mode & 0o555) !== 0o555) chmodSync(folder, 0o755)
  return folder
}

/** FILE to restore, or the folder of a journal up to UNTIL; none to complete a restore; FORCE=1 replaces stored records; WITHOUT="sessions login_codes" skips collections. */
export function restoreOptions({ environment }: Context) {
  const { FILE, FORCE, UNTIL, WITHOUT = '' } = environment
  const file = FILE ? resolve(root, FILE) : undefined
  if (file && !existsSync(file)) throw new Error(`${file} does not exist`)
  const force = isOn(FORCE)
  const without = WITHOUT.split(/[\s,]+/).filter(Boolean)
  const until = UNTIL ? ['--until', UNTIL] : []
  return { file, force, flags: [...until, ...without.flatMap((name) => ['--without', name])] }
}

/** TO=database moves files back. @throws on any other direction than the two */
export function moveFlags({ environment }: Context): string[] {
  const { TO = '' } = environment
  if (!['', 'database', 's3'].includes(TO))
    throw new Error(`TO=${TO}: files are moved to s3, or with TO=database back.`)
  return TO === 'database' ? ['--to-database'] : []
}

/** HEADS: a mail or a log with signed heads of the audit; FILE: an archive. Each is compared with the audit. */
export function auditEvidence({ environment }: Context): { heads?: string; archive?: string } {
  const { HEADS, FILE } = environment
  const existing = (given: string) => {
    const file = resolve(root, given)
    if (!existsSync(file)) throw new Error(`${file} does not exist`)
    return file
  }
  return { ...(HEADS && { heads: existing(HEADS) }), ...(FILE && { archive: existing(FILE) }) }
}

/** The content of an archive, and which data is in place, where the tool has said it. */
export type Said = { content?: Content; inPlace?: string }

/**
 * Passes the messages of the archive tool on to the terminal, except why it failed: that is thrown, and so printed after what
 * other programs say meanwhile. Which data is in place is the last line of the command, which prints it.
 */
export async function withMessages(run: (streams: Streams) => Promise<void>): Promise<Said> {
  const reason: string[] = []
  const said: Said = {}
  const message = (line: string) => {
    if (reason.length > 0 || line.startsWith(reasonMark)) return void reason.push(line)
    if (line.startsWith(inPlaceMark) || line.startsWith(idleMark)) {
      said.inPlace = line
      return
    }
    const content = contentIn(line)
    if (content) said.content = content
    process.stderr.write(`${line}\n`)
  }
  await run({ message }).catch((cause) => {
    throw reason.length > 0 ? new Error(reason.join('\n').slice(reasonMark.length).trim(), { cause }) : cause
  })
  return said
}

/** Runs tools/backup. @throws why it failed */
export const runArchiveTool = (
  context: Context,
  args: readonly string[],
  env: Record<string, string> = {},
  streams: Streams = {},
) =>
  withMessages(async (messages) => {
    const variables = { ...context.machine.bareEnv, ...env }
    const code = await runProgram(process.execPath, [toolProgram('backup'), ...args], {
      cwd: root,
      env: variables,
      ...streams,
      ...messages,
    })
    if (code !== 0) throw new Error(`\`${args[0]}\` failed (exit code ${code}).`)
  })
