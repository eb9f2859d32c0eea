import { closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { type DockerOptions, optionsOf } from '@app/containers/compose-project'
import { docker } from '@app/containers/docker'
import { newArchive, recordBackup, runArchiveTool, writers } from '../archive-tool'
import { type BackupKeys, keysToRead, keysToWrite } from '../backup-keys'
import type { Context } from '../context'
import { restoreArchive } from '../restore'
import { builtImages } from './built-images'

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

/** Archives are encrypted in the container, so no plain byte leaves it. */
const toWrite = ({ BACKUP_RECIPIENTS, BACKUP_SIGNING_KEY }: BackupKeys) => [
  ...asOwner,
  ...(BACKUP_RECIPIENTS ? ['--env', `BACKUP_RECIPIENTS=${BACKUP_RECIPIENTS}`] : []),
  ...mountedKey('BACKUP_SIGNING_KEY', BACKUP_SIGNING_KEY),
]

const toRead = ({ BACKUP_IDENTITY, BACKUP_SIGNERS, UNSIGNED }: BackupKeys) => [
  ...asOwner,
  ...mountedKey('BACKUP_IDENTITY', BACKUP_IDENTITY),
  ...mountedKey('BACKUP_SIGNERS', BACKUP_SIGNERS),
  ...(UNSIGNED ? ['--env', `UNSIGNED=${UNSIGNED}`] : []),
]

/**
 * Streams an archive out of the container, which so needs no writable mount, and verifies it before it gets its name,
 * where its key is on this machine.
 *
 * @returns false when there was nothing to write
 */
async function archiveTo(
  file: string,
  context: Context,
  { flags = [], run = docker.once }: { flags?: readonly string[]; run?: typeof docker.once } = {},
): Promise<boolean> {
  const unfinished = `${file}.unfinished`
  const keys = await keysToWrite(context)
  const output = openSync(unfinished, 'w', 0o600)
  try {
    await run([...toWrite(keys), 'backup', 'backup', '-', ...flags], optionsOf(context), { output })
    if (statSync(unfinished).size === 0) return false
    if (keys.BACKUP_IDENTITY || !keys.BACKUP_RECIPIENTS) await runArchiveTool(context, ['verify', unfinished], keys)
    renameSync(unfinished, file)
    return true
  } finally {
    closeSync(output)
    rmSync(unfinished, { force: true })
  }
}

export async function backUpInDocker(context: Context): Promise<number> {
  const file = newArchive(context)
  await buildTool(context)
  if (file === '-')
    await docker.once([...toWrite(await keysToWrite(context)), 'backup', 'backup', '-'], optionsOf(context), {
      output: 1,
    })
  else {
    await archiveTo(file, context)
    context.write(file)
  }
  recordBackup(context)
  return 0
}

export async function verifyAuditInDocker(context: Context): Promise<number> {
  await buildTool(context)
  await docker.once(['backup', 'verify-audit'], optionsOf(context))
  return 0
}

/** What follows would slow the start of the services, so it waits until they are ready, but at most for a limited time. */
async function untilReady(options: DockerOptions): Promise<void> {
  const end = performance.now() + readyTimeoutMs
  const areReady = async () =>
    (await docker.replicas(options)).every(({ service, ready }) => ready || !writers.includes(service))
  while (performance.now() < end && !(await areReady())) await Bun.sleep(250)
}

/** Restores an archive into the database in its container, which is started where it does not run. */
export async function restoreInDocker(context: Context): Promise<number> {
  const options = optionsOf(context)
  await buildTool(context)
  // The first run starts the database; to look at it again would take seconds.
  let run = docker.once
  const once: typeof docker.once = (...args) => {
    const first = run
    run = docker.onceBeside
    return first(...args)
  }
  let stopped: string[] = []
  return restoreArchive(context, {
    isRunning: await docker.isRunning(['nginx', ...writers], options),
    archive: (file, ...flags) => archiveTo(file, context, { flags, run: once }),
    restore(file, flags, dialogue) {
      const mounted = [...toRead(keysToRead(context)), '--volume', `${file}:/archive:ro`]
      return once([...mounted, 'backup', 'restore', '/archive', ...flags], options, dialogue && { dialogue })
    },
    dropReplaced: () => once(['backup', 'drop-replaced'], options),
    async stopServices() {
      stopped = await docker.containersOf(writers, options)
      await docker.stop(stopped, options)
    },
    async startServices() {
      await docker.start(stopped, options)
      await untilReady(options)
    },
  })
}
