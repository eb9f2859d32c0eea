/** The tag of EXIF that says how a picture is turned, and the kind of its value. */
const tag = 0x0112
const short = 3
const entryLength = 12

/** How a picture is turned, 1 to 8, out of its EXIF; 1 is upright. */
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
