import sharp from 'sharp'

/** A photo as a phone takes it: sideways, with the place where it was taken. Red above and blue below once it is upright. */
export async function phonePhoto(width = 1_800, height = 1_200): Promise<Buffer> {
  const half = { width, height: height / 2, channels: 3, background: '#c02020' } as const
  const upright = await sharp({ create: half })
    .extend({ bottom: height / 2, background: '#2020c0' })
    .png()
    .toBuffer()
  const turned = await sharp(upright).rotate(270).png().toBuffer()
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 45/1 0/1' } }
  return sharp(turned).withExif(place).withMetadata({ orientation: 6 }).jpeg().toBuffer()
}

/** What a file says of itself, and its colors above and below. */
export async function seenIn(bytes: Uint8Array) {
  const picture = sharp(bytes)
  const { width = 0, height = 0, format, exif, orientation = 1 } = await picture.metadata()
  const colorAt = async (top: number) => {
    const [red = 0, , blue = 0] = await sharp(bytes).extract({ left: 5, top, width: 1, height: 1 }).raw().toBuffer()
    return red > blue ? 'red' : 'blue'
  }
  return { width, height, format, exif, orientation, colors: [await colorAt(5), await colorAt(height - 5)] }
}
