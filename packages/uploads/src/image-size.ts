/** The size that an image declares, and whether all of it is there, whatever follows it; undefined when it is broken. */
type ImageFacts = { width: number; height: number; isWhole: boolean }

function png(bytes: Buffer): ImageFacts | undefined {
  let at = 8
  let size: { width: number; height: number } | undefined
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!size) {
      if (type !== 'IHDR' || length !== 13) return undefined
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    }
    at += 12 + length
    if (type === 'IEND') return { ...size, isWhole: length === 0 && at <= bytes.length }
  }
  return undefined
}

const endOfImage = Buffer.from([0xff, 0xd9])

/** Markers that begin a frame and hold its size. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpeg(bytes: Buffer): ImageFacts | undefined {
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    if (isFrame(marker)) {
      const isWhole = bytes.lastIndexOf(endOfImage) > at
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), isWhole }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function webp(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 30) return undefined
  const isWhole = bytes.readUInt32LE(4) + 8 <= bytes.length
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff, isWhole }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isWhole }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, isWhole }
    default:
      return undefined
  }
}

const readers: Record<string, (bytes: Buffer) => ImageFacts | undefined> = {
  'image/png': png,
  'image/jpeg': jpeg,
  'image/webp': webp,
}

/** Reads the size from the file's header, without decoding the image. */
export function imageFacts(type: string, bytes: Buffer): ImageFacts | undefined {
  try {
    return readers[type]?.(bytes)
  } catch {
    return undefined
  }
}
