import { AppError, invalidFile } from '@app/contracts/errors'
import { maxPictureBytes } from '@app/contracts/website/pictures'
import { imageFacts } from './image-size'
import { refuseType } from './refusal'
import { withoutMetadata } from './without-metadata'

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']
const maxPixels = 100_000_000
const wanted = 'Choose a JPEG, PNG or WebP photo.'
const heic = /^image\/hei[cf]/

/** An SVG is text, and other programs may not find its type. */
const isDrawing = (bytes: Buffer) => /<svg[\s>:]/i.test(bytes.toString('latin1', 0, 4_096))

async function typeOf(bytes: Buffer): Promise<string> {
  // Loaded with the first upload: it takes 4 MB.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? ''
  if (heic.test(found)) return 'image/heic'
  if (found === 'image/apng') return 'image/png'
  return pictureTypes.includes(found) || !isDrawing(bytes) ? found : 'image/svg+xml'
}

/**
 * Checks a photo for the website by its bytes, before anything decodes it. What is stored of it is made of its pixels alone; it is
 * returned without metadata and without what follows it, such as the film of a motion photo. The name does not matter: nothing keeps it.
 *
 * @throws AppError `payload_too_large` or `invalid_input`
 */
export async function checkedPicture(file: File): Promise<Buffer> {
  if (file.size > maxPictureBytes) throw new AppError('payload_too_large', 'The photo is larger than 15 MB.')
  const bytes = Buffer.from(await file.arrayBuffer())
  const type = await typeOf(bytes)
  if (!pictureTypes.includes(type)) throw refuseType(type, wanted)
  const facts = imageFacts(type, bytes)
  if (!facts || facts.width * facts.height === 0) throw invalidFile('The photo is damaged. Save it again and retry.')
  if (!facts.isWhole) throw invalidFile('The photo is incomplete. Save it again and retry.')
  if (facts.width * facts.height > maxPixels)
    throw invalidFile('The photo has more than 100 megapixels. Make it smaller.')
  const cleaned = withoutMetadata(type, bytes)
  if (!cleaned) throw invalidFile('The photo is damaged. Save it again and retry.')
  return cleaned
}
