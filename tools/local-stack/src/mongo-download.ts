import { join } from 'node:path'
import type { Layout } from './layout'

const version = '8.2.6'
const probeWithin = 4_000
const giveUpAfter = 150_000

const downloadDir = (toolsDir: string) => join(toolsDir, 'mongod')

async function describe(toolsDir: string) {
  const { DryMongoBinary } = await import('mongodb-memory-server-core')
  return DryMongoBinary.generateOptions({ version, downloadDir: downloadDir(toolsDir) })
}

/** The mongod that an earlier start downloaded. */
export async function downloadedMongod(toolsDir: string): Promise<string | undefined> {
  const { DryMongoBinary } = await import('mongodb-memory-server-core')
  const options = await describe(toolsDir)
  const path = await DryMongoBinary.generateDownloadPath(options)
  return path[0] ? path[1] : undefined
}

/** A host that cannot be reached stays so for this run. */
const unreachable = new Map<string, string>()

async function probe(url: string): Promise<void> {
  const { host } = new URL(url)
  const known = unreachable.get(host)
  if (known) throw new Error(known)
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(probeWithin) }).catch(() => undefined)
  if (!answer) {
    unreachable.set(host, `${host} cannot be reached from here`)
    return probe(url)
  }
  if (!answer.ok) throw new Error(`${host} answers ${answer.status}`)
}

type Needs = { layout: Layout; log: (line: string) => void; signal: AbortSignal }

/** Fetches a mongod for this machine. Whether it is to be had at all is known within four seconds. */
export async function downloadMongod({ layout, log, signal }: Needs): Promise<string> {
  const { MongoBinaryDownloadUrl } = await import('mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js')
  const { MongoBinary } = await import('mongodb-memory-server-core')
  const options = await describe(layout.toolsDir)
  await probe(await new MongoBinaryDownloadUrl({ ...options, platform: options.platform }).getDownloadUrl())
  signal.throwIfAborted()
  log(`Downloading mongod ${version}`)
  const stopped = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error('the download did not come to an end')), giveUpAfter)
    timer.unref()
    signal.addEventListener('abort', () => reject(new Error('the start was broken off')), { once: true })
  })
  return Promise.race([MongoBinary.getPath({ version, downloadDir: downloadDir(layout.toolsDir) }), stopped])
}
