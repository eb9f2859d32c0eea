import { AppError } from '@app/contracts/errors'

/** A file as it arrives. Its bytes are read once. */
export type FileStream = { name: string; bytes: AsyncGenerator<Uint8Array> }

const maxHeaderBytes = 16 * 1024
const pieceBytes = 64 * 1024

const notOneFile = () => new AppError('invalid_request', 'Send one part named "file", and in it the file.')
const unreadable = () => new AppError('invalid_request', 'The request body cannot be read.')

/** The delimiter between the parts of a form. */
function delimiterOf(request: Request): Buffer {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(request.headers.get('content-type') ?? '') ?? []
  const boundary = quoted ?? plain
  if (!boundary) throw unreadable()
  return Buffer.from(`\r\n--${boundary}`)
}

/** The file name that the headers of a part give. Browsers write a quote in it as `%22`. */
function fileNameIn(headers: string): string {
  const [, name, file] =
    /^content-disposition:\s*form-data;\s*name="([^"]*)";\s*filename="([^"]*)"/im.exec(headers) ?? []
  if (name !== 'file' || file === undefined) throw notOneFile()
  return file.replaceAll('%22', '"')
}

/** Bytes that arrived before they were read come at once, and would be copied whole. */
async function* inPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of body)
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/**
 * The one file of a form, read from the request as it arrives: a whole form would be in memory twice.
 * @throws AppError `invalid_request`, also while the bytes are read
 */
export async function fileStream(request: Request): Promise<FileStream> {
  const delimiter = delimiterOf(request)
  const arriving = inPieces((request.body ?? new Blob([]).stream()) as unknown as AsyncIterable<Uint8Array>)
  // The first delimiter has no line before it.
  let held = Buffer.from('\r\n')

  /** Waits for more; `false` at the end. */
  async function more(): Promise<boolean> {
    const { value, done } = await arriving.next()
    if (!done) held = Buffer.concat([held, value])
    return !done
  }
  /** The place of some bytes, which must come. */
  async function find(wanted: Buffer | string, max: number): Promise<number> {
    for (;;) {
      const at = held.indexOf(wanted)
      if (at >= 0) return at
      if (held.length > max || !(await more())) throw unreadable()
    }
  }

  const start = (await find(delimiter, maxHeaderBytes)) + delimiter.length
  held = held.subarray(start)
  const end = await find('\r\n\r\n', maxHeaderBytes)
  const name = fileNameIn(held.subarray(0, end).toString())
  held = held.subarray(end + 4)

  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (let at = held.indexOf(delimiter); at < 0; at = held.indexOf(delimiter)) {
      // The last bytes may be the beginning of the delimiter.
      const sure = Math.max(0, held.length - delimiter.length)
      if (sure > 0) yield held.subarray(0, sure)
      held = held.subarray(sure)
      if (!(await more())) throw unreadable()
    }
    const at = held.indexOf(delimiter)
    if (at > 0) yield held.subarray(0, at)
    held = held.subarray(at + delimiter.length)
    while (held.length < 2) if (!(await more())) throw unreadable()
    if (held.subarray(0, 2).toString() !== '--') throw notOneFile()
  }
  return { name, bytes: bytes() }
}
