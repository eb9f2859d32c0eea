import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { withLock } from './file-lock'
import { isExecutable, type Machine } from './machine'
import known from './mongod-archives.json'
import { runProgram } from './run-program'

const { version, archives } = known
const publisher = 'https://fastdl.mongodb.org'
const answerTimeoutMs = 4_000
const downloadTimeoutMs = 150_000

type Archive = { path: string; sha256: string }

const home = (toolsDir: string) => join(toolsDir, `mongod-${version}`)

/** The mongod an earlier start downloaded. */
export function downloadedMongod(toolsDir: string): string | undefined {
  const program = join(home(toolsDir), 'bin', 'mongod')
  return isExecutable(program) ? program : undefined
}

/** A build runs where the C library (2.<glibc>) is not older than the one it was made with. */
async function archiveFor({ bareEnv }: Machine): Promise<Archive> {
  const system = `${process.platform}-${process.arch}`
  const library = await runProgram('getconf', ['GNU_LIBC_VERSION'], { env: bareEnv }).catch(() => '')
  const installed = Number(/^glibc 2\.(\d+)/.exec(library)?.[1] ?? 0)
  const found = archives.find((archive) => archive.system === system && installed >= (archive.glibc ?? 0))
  if (!found) throw new Error(`there is no listed build for ${system} with ${library.trim() || 'its C library'}`)
  return found
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer)
  return digest.digest('hex')
}

async function fetchArchive(url: string, file: string, signal: AbortSignal): Promise<void> {
  const { host } = new URL(url)
  const slow = new AbortController()
  const timer = setTimeout(() => slow.abort(), answerTimeoutMs)
  const answer = await fetch(url, { signal: AbortSignal.any([signal, slow.signal]) }).catch(() => {
    signal.throwIfAborted()
    throw new Error(`${host} cannot be reached from here`)
  })
  clearTimeout(timer)
  if (!answer.ok || !answer.body) throw new Error(`${host} answers ${answer.status}`)
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file), { signal })
}

type DownloadOptions = {
  toolsDir: string
  machine: Machine
  log: (line: string) => void
  signal: AbortSignal
  archive?: Archive
  from?: string
}

/** Downloads a mongod for this machine. @throws when its host is unreachable, or the archive is not the listed one */
export async function downloadMongod(options: DownloadOptions): Promise<string> {
  const { toolsDir, machine, log, from = publisher } = options
  const { path, sha256 } = options.archive ?? (await archiveFor(machine))
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(downloadTimeoutMs)])
  const folder = home(toolsDir)
  return withLock(`${folder}.lock`, async () => {
    const unpacked = `${folder}.unpacked`
    const file = `${folder}.tgz`
    try {
      log(`Downloading mongod ${version}`)
      await fetchArchive(`${from}/${path}`, file, signal)
      if ((await digestOf(file)) !== sha256) throw new Error(`${path} is not the archive that this checkout lists`)
      rmSync(unpacked, { recursive: true, force: true })
      mkdirSync(unpacked, { recursive: true })
      await runProgram('tar', ['-xzf', file, '-C', unpacked, '--strip-components=1'], { env: machine.bareEnv, signal })
      rmSync(folder, { recursive: true, force: true })
      renameSync(unpacked, folder)
    } finally {
      rmSync(file, { force: true })
    }
    const program = downloadedMongod(toolsDir)
    if (!program) throw new Error(`${path} holds no mongod`)
    return program
  })
}
