import { join } from 'node:path'

const version = '8.2.6'
const probeTimeoutMs = 4_000
const downloadTimeoutMs = 150_000

const downloadDir = (toolsDir: string) => join(toolsDir, 'mongod')

async function describe(toolsDir: string) {
  const { DryMongoBinary } = await import('mongodb-memory-server-core')
  return DryMongoBinary.generateOptions({ version, downloadDir: downloadDir(toolsDir) })
}

/** The mongod an earlier start downloaded. */
export async function downloadedMongod(toolsDir: string): Promise<string | undefined> {
  const { DryMongoBinary } = await import('mongodb-memory-server-core')
  const options = await describe(toolsDir)
  const path = await DryMongoBinary.generateDownloadPath(options)
  return path[0] ? path[1] : undefined
}

/** Unreachable hosts are probed once per run. */
const unreachable = new Map<string, string>()

async function probe(url: string): Promise<void> {
  const { host } = new URL(url)
  const known = unreachable.get(host)
  if (known) throw new Error(known)
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(probeTimeoutMs) }).catch(
    () => undefined,
  )
  if (!answer) {
    unreachable.set(host, `${host} cannot be reached from here`)
    return probe(url)
  }
  if (!answer.ok) throw new Error(`${host} answers ${answer.status}`)
}

type DownloadOptions = { toolsDir: string; log: (line: string) => void; signal: AbortSignal }

/** Downloads a mongod for this machine. @throws within four seconds when the download host is unreachable */
export async function downloadMongod({ toolsDir, log, signal }: DownloadOptions): Promise<string> {
  const { MongoBinaryDownloadUrl } = await import('mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js')
  const { MongoBinary } = await import('mongodb-memory-server-core')
  const options = await describe(toolsDir)
  await probe(await new MongoBinaryDownloadUrl({ ...options, platform: options.platform }).getDownloadUrl())
  signal.throwIfAborted()
  log(`Downloading mongod ${version}`)
  const stopped = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error('the download timed out')), downloadTimeoutMs)
    timer.unref()
    signal.addEventListener('abort', () => reject(new Error('the start was cancelled')), { once: true })
  })
  return Promise.race([MongoBinary.getPath({ version, downloadDir: downloadDir(toolsDir) }), stopped])
}
