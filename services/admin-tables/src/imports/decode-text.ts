/** The bytes of a file, in pieces; each call reads it from the start. */
export type FileBytes = () => AsyncIterable<Uint8Array>

/** The byte order marks of UTF-16, which "Unicode text" of spreadsheets begins with. */
const marks: [encoding: string, ...mark: number[]][] = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]
/** What is looked at to tell an encoding, in bytes. */
const sampleLength = 4_096
/** A text in UTF-16 has so many signs of ASCII, such as commas and line breaks, that this part of its high bytes is zero. */
const zerosInUtf16 = 0.3

/** UTF-16 without a mark: many bytes are zero, and only in the places of the high bytes. */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampleLength)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1
  const [even = 0, odd = 0] = zeros
  const many = (sample.length / 2) * zerosInUtf16
  if (even === 0 && odd > many) return 'utf-16le'
  return odd === 0 && even > many ? 'utf-16be' : undefined
}

// Bun decodes more encodings than its types list.
const decoder = (encoding: string, fatal = false) => new TextDecoder(encoding as Bun.Encoding, { fatal })

/** The encoding of a file: UTF-8, UTF-16 with its mark or without, else Windows-1252, which spreadsheets on Windows write for "CSV". */
export async function encodingOf(file: FileBytes): Promise<string> {
  const utf8 = decoder('utf-8', true)
  let isFirst = true
  try {
    for await (const bytes of file()) {
      const marked = isFirst && marks.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte))
      if (marked) return marked[0]
      const unmarked = isFirst && unmarkedUtf16(bytes)
      if (unmarked) return unmarked
      isFirst = false
      utf8.decode(bytes, { stream: true })
    }
    utf8.decode()
    return 'utf-8'
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return 'windows-1252'
  }
}

/** The text of a file, in pieces. */
export async function* decodedText(file: FileBytes, encoding: string): AsyncGenerator<string> {
  const decode = decoder(encoding)
  for await (const bytes of file()) yield decode.decode(bytes, { stream: true })
  yield decode.decode()
}
