import { closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import type { Content } from '@app/backup/messages'
import { type DockerOptions, optionsOf } from '@app/containers/compose-project'
import { docker } from '@app/containers/docker'
import type { Streams } from '@app/containers/run-program'
import { auditEvidence, moveFlags, newArchive, runArchiveTool, stopOrder, withMessages, writers } from '../archive-tool'
import { type BackupKeys, keysToRead, keysToWrite } from '../backup-keys'
import { recordBackup } from '../backup-metrics'
import type { Context } from '../context'
import { journalSettings, pruneJournal, untilSignal } from '../journal'
import { pruneArchives } from '../prune-archives'
import { restoreArchive } from '../restore'
import { builtImages } from './built-images'
import { confirmInstallation } from './confirm-installation'

/** Only their owner may read archives and keys, so the container runs as that user. */
const asOwner = ['--user', `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`]

const mountedKey = (name: keyof BackupKeys, file: string | undefined) =>
  file ? ['--volume', `${file}:/${name}:ro`, '--env', `${name}=/${name}`] : []

const readyTimeoutMs = 30_000

/** Its image is not among those that `make up` builds. */
async function buildTool(context: Context): Promise<void> {
  const image = builtImages(context, 'backup-image-built')
  if (image.areCurrent()) return
  await docker.buildBackup(optionsOf(context))
  image.record()
}

type Run = typeof docker.once

/** Compose would replace a running database whose files have changed, as they have between `git pull` and the update. */
const runBeside = async (options: DockerOptions): Promise<Run> =>
  (await docker.mongoRuns(options)) ? docker.onceBeside : docker.once

const runTool = (run: Run, args: readonly string[], options: DockerOptions, streams: Streams = {}) =>
  withMessages((messages) => run(args, options, { ...streams, ...messages }))

/** Archives are encrypted in the container, so no plain byte leaves it. */
const toWrite = ({ BACKUP_RECIPIENTS, BACKUP_SIGNING_KEY }: BackupKeys) => [
  ...asOwner,
  // The value is passed in the environment: a failed command is printed.
  ...(BACKUP_RECIPIENTS ? ['--env', 'BACKUP_RECIPIENTS'] : []),
  ...mountedKey('BACKUP_SIGNING_KEY', BACKUP_SIGNING_KEY),
]

const toRead = ({ BACKUP_IDENTITY, BACKUP_SIGNERS, UNSIGNED }: BackupKeys) => [
  ...asOwner,
  ...mountedKey('BACKUP_IDENTITY', BACKUP_IDENTITY),
  ...mountedKey('BACKUP_SIGNERS', BACKUP_SIGNERS),
  ...(UNSIGNED ? ['--env', `UNSIGNED=${UNSIGNED}`] : []),
]

/** Runs the tool with the keys to write an archive to `output`. */
async function writeTo(output: number, context: Context, keys: BackupKeys, { flags = [], run }: Writing) {
  const options = optionsOf(context)
  const env = { ...options.env, ...(keys.BACKUP_RECIPIENTS && { BACKUP_RECIPIENTS: keys.BACKUP_RECIPIENTS }) }
  return runTool(run, [...toWrite(keys), 'backup', 'backup', '-', ...flags], { ...options, env }, { output })
}

type Writing = { flags?: readonly string[]; run: Run }

/**
 * Streams an archive out of the container, which so needs no writable mount, and verifies it before it gets its name,
 * where its key is on this machine.
 *
 * @returns what it holds; undefined when there was nothing to write
 */
async function archiveTo(file: string, context: Context, writing: Writing): Promise<Content | undefined> {
  const unfinished = `${file}.unfinished`
  const keys = await keysToWrite(context)
  const output = openSync(unfinished, 'w', 0o600)
  try {
    const { content } = await writeTo(output, context, keys, writing)
    if (statSync(unfinished).size === 0) return undefined
    if (keys.BACKUP_IDENTITY || !keys.BACKUP_RECIPIENTS) await runArchiveTool(context, ['verify', unfinished], keys)
    renameSync(unfinished, file)
    return content
  } finally {
    closeSync(output)
    rmSync(unfinished, { force: true })
  }
}

export async function backUpInDocker(context: Context): Promise<number> {
  const file = newArchive(context)
  await buildTool(context)
  const run = await runBeside(optionsOf(context))
  const toOutput = file === '-'
  const content = toOutput
    ? (await writeTo(1, context, await keysToWrite(context), { run })).content
    : await archiveTo(file, context, { run })
  if (!toOutput) context.write(file)
  confirmInstallation(context)
  recordBackup(context, content)
  pruneJournal(context)
  if (!toOutput) pruneArchives(context, file)
  return 0
}

/** Keeps a journal of all changes in JOURNAL_DIR until it is interrupted; the container ends with this command. */
export async function followBackupInDocker(context: Context): Promise<number> {
  const { folder, metrics, seconds, isAccepting } = journalSettings(context)
  await buildTool(context)
  const options = optionsOf(context)
  if (isAccepting) {
    const accepting = [...asOwner, '--volume', `${folder}:/journal`, 'backup', 'accept', '/journal']
    await runTool(await runBeside(options), accepting, options)
    return 0
  }
  const keys = await keysToWrite(context)
  const env = { ...options.env, ...(keys.BACKUP_RECIPIENTS && { BACKUP_RECIPIENTS: keys.BACKUP_RECIPIENTS }) }
  const args = [
    ...toWrite(keys),
    ...Object.entries(seconds).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...['--volume', `${folder}:/journal`, '--volume', `${metrics}:/metrics`, '--env', 'METRICS_DIR=/metrics'],
    ...['backup', 'follow', '/journal'],
  ]
  await runTool(await runBeside(options), args, { ...options, env }, { dialogue: untilSignal() })
  return 0
}

export async function moveFilesInDocker(context: Context): Promise<number> {
  const flags = moveFlags(context)
  await buildTool(context)
  const options = optionsOf(context)
  // Named for this command alone: when files are moved back, the services no longer have it.
  const { FILES_S3 } = context.environment
  const given = FILES_S3 ? ['--env', 'FILES_S3', '--env', 'FILES_S3_FILE='] : []
  const env = { ...options.env, ...(FILES_S3 && { FILES_S3 }) }
  await runTool(await runBeside(options), [...given, 'backup', 'move-files', ...flags], { ...options, env })
  return 0
}

export async function verifyAuditInDocker(context: Context): Promise<number> {
  await buildTool(context)
  const { heads, archive } = auditEvidence(context)
  const mounted = (file: string | undefined, path: string) => (file ? ['--volume', `${file}:${path}:ro`] : [])
  const options = optionsOf(context)
  const args = [
    ...toRead(keysToRead(context)),
    ...mounted(heads, '/heads'),
    ...mounted(archive, '/archive'),
    ...['backup', 'verify-audit'],
    ...(heads ? ['--heads', '/heads'] : []),
    ...(archive ? ['--archive', '/archive'] : []),
  ]
  await runTool(await runBeside(options), args, options)
  return 0
}

/** The next steps would slow the start of the services, so they wait until these are ready, but at most for a limited time. */
const untilReady = (options: DockerOptions) => docker.untilReady(options, readyTimeoutMs, writers)

/** Restores an archive into the database in its container, which is started where it does not run. */
export async function restoreInDocker(context: Context): Promise<number> {
  const options = optionsOf(context)
  await buildTool(context)
  // The first run starts the database; to look at it again would take seconds.
  let run = await runBeside(options)
  const once: Run = (...args) => {
    const first = run
    run = docker.onceBeside
    return first(...args)
  }
  const tool = async (args: readonly string[], streams?: Streams) =>
    (await runTool(once, args, options, streams)).inPlace
  // Looked up before services stop: it takes a second on a busy machine.
  let found: Promise<string[][]> | undefined
  const groups = () => {
    found ??= Promise.all(stopOrder.map((names) => docker.containersOf(names, options)))
    return found
  }
  return restoreArchive(context, {
    isRunning: await docker.isRunning(['nginx', ...writers], options),
    complete: (...flags) => tool(['backup', 'complete', ...flags]),
    archive: async (file, ...flags) => Boolean(await archiveTo(file, context, { flags, run: once })),
    restore(file, flags, dialogue) {
      const mounted = [...toRead(keysToRead(context)), '--volume', `${file}:/archive:ro`]
      return tool([...mounted, 'backup', 'restore', '/archive', ...flags], dialogue && { dialogue })
    },
    dropReplaced: async () => void (await tool(['backup', 'drop-replaced'])),
    async stopServices() {
      for (const group of await groups()) await docker.stop(group, options)
    },
    async startServices() {
      // Services that visitors need have the processors first.
      for (const group of (await groups()).toReversed()) await docker.start(group, options)
      await untilReady(options)
    },
  })
}
