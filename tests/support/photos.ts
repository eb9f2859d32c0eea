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

/**
 * A photo that is as hard to compress as one of a landscape: detail of every size, drawn by noise whose strength falls slowly with its
 * size. The same for the same seed.
 */
export async function scenePhoto(seed: number, width = 1_200, height = 800): Promise<Buffer> {
  let state = seed * 2_654_435_761
  const next = () => {
    // A linear congruential generator: photos need no better randomness.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const sum = new Float32Array(width * height * 3)
  for (let cell = 640, strength = 1; cell >= 1; cell /= 4, strength *= 0.75) {
    const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
    const noise = Buffer.from(Array.from({ length: columns * rows * 3 }, () => Math.floor(next() * 256)))
    const layer = await sharp(noise, { raw: { width: columns, height: rows, channels: 3 } })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .raw()
      .toBuffer()
    for (let at = 0; at < sum.length; at++) sum[at]! += (layer[at]! - 128) * strength
  }
  const pixels = Buffer.from(sum.map((value) => Math.min(255, Math.max(0, 120 + value * 0.6))))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}
