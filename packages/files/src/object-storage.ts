import { hours, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'

const requestTimeoutMs = seconds(20)
/** A signature is made for each request and used at once. */
const signatureSeconds = 60
const pageSize = 1_000
/** An object without a file may be one that is being stored. */
const arrivesWithin = hours(24)
/** So many unknown objects are left alone where they are most of all: they may be those of another database. */
const maxUnknown = 20

export type ObjectStorage = ReturnType<typeof objectStorage>

/** The bucket of `https://KEY:SECRET@host[:port]/bucket[/prefix][?region=]`. */
function bucketAt(address: string) {
  const { protocol, host, pathname, username, password, searchParams } = new URL(address)
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean).map(decodeURIComponent)
  const client = new Bun.S3Client({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    endpoint: `${protocol}//${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    bucket,
  })
  return { client, prefix: folders.map((folder) => `${folder}/`).join('') }
}

const failed = (cause: unknown) =>
  new AppError('unavailable', 'Files cannot be reached right now. Please try again shortly.', undefined, { cause })

/** Objects in an S3-compatible storage. @throws AppError `unavailable` when it does not answer, or refuses */
export function objectStorage(address: string) {
  const { client, prefix } = bucketAt(address)

  async function send(method: 'GET' | 'PUT' | 'DELETE', key: string, init: RequestInit = {}) {
    const url = client.presign(prefix + key, { method, expiresIn: signatureSeconds })
    const signal = AbortSignal.timeout(requestTimeoutMs)
    try {
      const answer = await fetch(url, { ...init, method, signal, redirect: 'error' })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (answer.ok || answer.status === 404 || answer.status === 416) return { status: answer.status, bytes }
      const [, reason = ''] = /<Code>(\w+)<\/Code>/.exec(bytes.toString('latin1')) ?? []
      throw new Error(`the object storage answered ${answer.status} ${reason}`.trim())
    } catch (error) {
      // The address of the request holds its signature.
      throw failed(new Error(error instanceof Error ? error.message.replaceAll(url, '') : 'no answer'))
    }
  }

  async function* objectsBelow(folder: string) {
    const start = `${prefix}${folder}/`
    // Some storages list nothing where `startAfter` is missing, as Bun sends it then.
    let after: string | undefined = start
    do {
      const page: Bun.S3ListObjectsResponse = await client
        .list({ prefix: start, maxKeys: pageSize, startAfter: after })
        .catch((error) => {
          throw failed(error)
        })
      const found = page.contents ?? []
      yield found.map(({ key, lastModified = '' }) => ({
        name: key.slice(start.length),
        changedAt: Date.parse(lastModified),
      }))
      after = page.isTruncated ? found.at(-1)?.key : undefined
    } while (after)
  }

  const remove = async (key: string) => void (await send('DELETE', key))

  return {
    /** Resolves once it is stored. */
    async put(key: string, body: Uint8Array): Promise<void> {
      const { status } = await send('PUT', key, { body: body as Uint8Array<ArrayBuffer> })
      if (status !== 200) throw failed(new Error(`the object storage answered ${status}: is there such a bucket?`))
    },

    /** At most `length` bytes of an object; undefined when there is no such object. */
    async get(key: string, from: number, length: number): Promise<Buffer | undefined> {
      const { status, bytes } = await send('GET', key, { headers: { range: `bytes=${from}-${from + length - 1}` } })
      if (status === 206) return bytes
      return status === 200 ? bytes.subarray(from, from + length) : undefined
    },

    remove,

    /**
     * Removes the objects in a folder that belong to no file: those that a crash or a restore has left.
     *
     * @param known the names among these that belong to a file
     * @returns how many; `kept` instead when most objects are unknown, as those of another database are
     */
    async sweep(
      folder: string,
      known: (names: readonly string[]) => Promise<ReadonlySet<string>>,
      now = Date.now(),
    ): Promise<{ removed: number; kept: number }> {
      const unknown: string[] = []
      let total = 0
      for await (const objects of objectsBelow(folder)) {
        const old = objects.filter(({ changedAt }) => changedAt < now - arrivesWithin).map(({ name }) => name)
        const files = await known(old)
        unknown.push(...old.filter((name) => !files.has(name)))
        total += old.length
      }
      if (unknown.length > maxUnknown && unknown.length > total / 2) return { removed: 0, kept: unknown.length }
      for (const name of unknown) await remove(`${folder}/${name}`)
      return { removed: unknown.length, kept: 0 }
    },
  }
}
