import { crc32 } from 'node:zlib'

/** The tag of EXIF that says how a picture is turned, and the kind of its value. */
const tag = 0x0112
const short = 3
const entryLength = 12

/** The orientation of a picture, 1 to 8, from its EXIF; 1 is upright. */
export function orientationIn(tiff: Buffer): number {
  const littleEndian = tiff.toString('latin1', 0, 2) === 'II'
  if (!littleEndian && tiff.toString('latin1', 0, 2) !== 'MM') return 1
  const uint16 = (at: number) => (littleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const directory = littleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    const count = uint16(directory)
    for (let entry = 0; entry < count; entry++) {
      const at = directory + 2 + entry * entryLength
      if (uint16(at) !== tag || uint16(at + 2) !== short) continue
      const value = uint16(at + 8)
      return value >= 1 && value <= 8 ? value : 1
    }
  } catch {
    // It ends before its directory does.
  }
  return 1
}

/** EXIF that says nothing but how the picture is turned. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(tag, 10)
  tiff.writeUInt16BE(short, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

/**
 * The parts that a picture needs to be shown, by format. Everything else is left out: where and when it was taken and by which device,
 * texts, previews, and what follows its end.
 */
const pngChunks: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'bKGD', 'pHYs', 'acTL', 'fcTL', 'fdAT'],
  ...['cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI'],
])
const webpChunks: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const jpegSegments: ReadonlyMap<number, string> = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
])
const exifStart = 'Exif\0\0'
const webpExif = 0x08
const webpXmp = 0x04

const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
const endOfImage = 0xd9
const startOfScan = 0xda
const comment = 0xfe
const temporary = 0x01

/** The part of EXIF that is kept: the orientation; nothing for a picture that is upright. */
function turned(exif: Buffer): Buffer {
  const orientation = orientationIn(exif)
  return orientation === 1 ? Buffer.alloc(0) : exifOf(orientation)
}

/** Where the compressed data after a start of scan ends: at the next marker that is not part of it. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) return -1
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  return -1
}

function jpeg(bytes: Buffer): Buffer | undefined {
  const parts = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 2 <= bytes.length) {
    const marker = bytes[at + 1]!
    if (bytes[at] !== 0xff) return undefined
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === endOfImage) return Buffer.concat([...parts, bytes.subarray(at, at + 2)])
    if (marker === temporary || isRestart(marker)) {
      parts.push(bytes.subarray(at, at + 2))
      at += 2
      continue
    }
    if (at + 4 > bytes.length) return undefined
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) return undefined
    const starts = (text: string) => bytes.toString('latin1', at + 4, at + 4 + text.length) === text
    const wanted = jpegSegments.get(marker)
    if (marker === 0xe1 && starts(exifStart)) {
      const exif = turned(bytes.subarray(at + 4 + exifStart.length, end))
      const length = exifStart.length + exif.length + 2
      if (exif.length > 0) parts.push(Buffer.from([0xff, marker, 0, length]), Buffer.from(exifStart, 'latin1'), exif)
    }
    if (isApplication(marker) ? wanted !== undefined && starts(wanted) : marker !== comment)
      parts.push(bytes.subarray(at, end))
    at = end
    if (marker !== startOfScan) continue
    const next = endOfScan(bytes, end)
    if (next < 0) return undefined
    parts.push(bytes.subarray(end, next))
    at = next
  }
  return undefined
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

function png(bytes: Buffer): Buffer | undefined {
  const parts = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (end > bytes.length) return undefined
    const exif = type === 'eXIf' ? turned(bytes.subarray(at + 8, end - 4)) : undefined
    if (exif?.length) parts.push(pngChunk(type, exif))
    if (pngChunks.has(type)) parts.push(bytes.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(parts)
    at = end
  }
  return undefined
}

function webpChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2))
  chunk.write(type, 0, 'latin1')
  chunk.writeUInt32LE(data.length, 4)
  data.copy(chunk, 8)
  return chunk
}

function webp(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  let header: Buffer | undefined
  let isTurned = false
  const last = Math.min(bytes.length, bytes.readUInt32LE(4) + 8)
  for (let at = 12; at + 8 <= last; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    if (at + 8 + length > last) return undefined
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (type === 'EXIF') {
      // Some programs write what only JPEG has before it.
      const exif = turned(data.toString('latin1', 0, 6) === exifStart ? data.subarray(exifStart.length) : data)
      isTurned = exif.length > 0
      if (isTurned) parts.push(webpChunk(type, exif))
    }
    if (webpChunks.has(type)) {
      const chunk = webpChunk(type, data)
      if (type === 'VP8X') header ??= chunk
      parts.push(chunk)
    }
    at += 8 + length + (length % 2)
  }
  if (header && header.length > 8) header[8] = (header[8]! & ~(webpExif | webpXmp)) | (isTurned ? webpExif : 0)
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts])
  const riff = Buffer.alloc(8)
  riff.write('RIFF')
  riff.writeUInt32LE(body.length, 4)
  return Buffer.concat([riff, body])
}

const cleaners: Readonly<Record<string, (bytes: Buffer) => Buffer | undefined>> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': webp,
}

/**
 * A picture without its metadata, its pixels untouched. How it is turned is kept, and so it is shown upright: to turn the pixels
 * would take a decoder, which for 25 megapixels needs more memory than a replica has.
 *
 * @returns `undefined` for a picture that is damaged
 */
export const withoutMetadata = (type: string, bytes: Buffer): Buffer | undefined => cleaners[type]?.(bytes)
