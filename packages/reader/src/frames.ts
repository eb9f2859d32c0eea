const lengthBytes = 4

/** A frame is four bytes with the length of what follows. */
export function frameOf(parts: readonly Uint8Array[]): Uint8Array[] {
  const length = Buffer.allocUnsafe(lengthBytes)
  length.writeUInt32BE(parts.reduce((sum, part) => sum + part.length, 0))
  return [length, ...parts]
}

/** The frames of a stream: what arrives is copied to its place, so that a frame is in memory once. @throws RangeError for one that is longer than `maxBytes` */
export async function* framesOf(stream: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Buffer> {
  let wanted = Buffer.alloc(lengthBytes)
  let isLength = true
  let at = 0
  for await (let part of stream) {
    while (part.length > 0 || at === wanted.length) {
      const copied = Math.min(part.length, wanted.length - at)
      wanted.set(part.subarray(0, copied), at)
      part = part.subarray(copied)
      at += copied
      if (at < wanted.length) continue
      const length = isLength ? wanted.readUInt32BE(0) : lengthBytes
      if (length > Math.max(maxBytes, lengthBytes)) throw new RangeError('The frame is too long')
      if (!isLength) yield wanted
      wanted = Buffer.allocUnsafeSlow(length)
      isLength = !isLength
      at = 0
    }
  }
}

/** Some bytes, and details about them, as one: a line of JSON that tells their lengths, too. */
export const withParts = (about: object, parts: readonly Uint8Array[]): Uint8Array[] => [
  Buffer.from(`${JSON.stringify([about, parts.map(({ length }) => length)])}\n`),
  ...parts,
]

export function partsIn<About>(bytes: Buffer): { about: About; parts: Buffer[] } {
  let at = bytes.indexOf(10) + 1
  const [about, lengths] = JSON.parse(bytes.toString('utf8', 0, at)) as [About, number[]]
  const parts = lengths.map((length) => {
    at += length
    return bytes.subarray(at - length, at)
  })
  return { about, parts }
}
