import { AppError } from '@app/contracts/errors'
import { maxUploadBytes, type UploadKind } from '@app/contracts/tables'
import { imageFacts } from './image-size'
import { withoutMetadata } from './without-metadata'

export type CheckedFile = { name: string; type: string; bytes: Buffer }

/** What records keep, and what a reply carries as well. */
type FileKind = UploadKind | 'attachment'

const imageTypes = { 'image/png': ['png'], 'image/jpeg': ['jpg', 'jpeg'], 'image/webp': ['webp'] }
const fileTypes = { ...imageTypes, 'application/pdf': ['pdf'] }
const office = 'application/vnd.openxmlformats-officedocument'
/** Documents without macros. */
const attachmentTypes = {
  ...fileTypes,
  [`${office}.wordprocessingml.document`]: ['docx'],
  [`${office}.spreadsheetml.sheet`]: ['xlsx'],
  [`${office}.presentationml.presentation`]: ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'text/calendar': ['ics'],
  'text/plain': ['txt'],
  'text/csv': ['csv'],
}
/** By kind: the accepted types, each with the ends of its names. */
const accepted: Record<FileKind, Readonly<Record<string, readonly string[]>>> = {
  image: imageTypes,
  file: fileTypes,
  attachment: attachmentTypes,
}
const wanted: Record<FileKind, string> = {
  image: 'Choose a PNG, JPEG or WebP image.',
  file: 'Choose a PDF, or a PNG, JPEG or WebP image.',
  attachment: 'Choose a PDF, an image, a document without macros, a text or a calendar file.',
}
/** Texts have no signature: they are what their name says when they hold nothing but text. */
const textTypes: Readonly<Record<string, string>> = { txt: 'text/plain', csv: 'text/csv' }
const damagedImage = 'The image is damaged. Save it again and retry.'
const maxPixels = 25_000_000
const maxNameLength = 200
/** Ends of names by which some program would run the file, or show it as a page. */
const runs =
  /\.(?:html?|xhtml|shtml|svgz?|xml|m?js|php\d?|phtml|phar|aspx?|jspx?|cgi|pl|py|rb|sh|exe|com|bat|cmd|msi|scr|jar|hta|lnk|vbs|ps1|swf)(?:\.|$)/i
const unfitInName = /[\p{Cc}\p{Cf}\p{Cs}/\\:;*?"<>|]|%[0-9a-f]{2}/iu

const refuse = (message: string) => new AppError('invalid_input', message, { file: message })

/** A part without a file name has `undefined` here, although the types exclude it. */
function checkedName(given: string | undefined, kind: FileKind): string {
  const name = given?.normalize('NFC').trim() ?? ''
  if (name === '' || name.length > maxNameLength || name.startsWith('.') || unfitInName.test(name))
    throw refuse('The name of the file is not valid. Rename it and try again.')
  if (runs.test(name)) throw refuse(`Files of this type are not accepted. ${wanted[kind]}`)
  return name
}

/** Checks the first and last bytes of a PDF; the headers of its download restrict what a viewer may do. */
const isWholePdf = (bytes: Buffer) =>
  /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) &&
  /%%EOF\s*$/.test(bytes.toString('latin1', Math.max(0, bytes.length - 64)))

function isText(bytes: Buffer): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

/**
 * Checks an uploaded file: its type is detected from its bytes and must match its name. Data after the end of a picture
 * and decompression bombs are refused. A picture loses its metadata, such as the place where it was taken.
 *
 * @throws AppError `payload_too_large` or `invalid_input`
 */
export async function checkedFile(kind: FileKind, file: File): Promise<CheckedFile> {
  if (file.size > maxUploadBytes) throw new AppError('payload_too_large', 'The file is larger than 5 MB.')
  const name = checkedName(file.name, kind)
  const bytes = Buffer.from(await file.arrayBuffer())
  // Loaded with the first upload: it takes 4 MB.
  const { fileTypeFromBuffer } = await import('file-type')
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const detected = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  const type = detected ?? (isText(bytes) ? textTypes[extension] : undefined) ?? ''
  const types = accepted[kind]
  if (!Object.hasOwn(types, type) || !types[type]!.includes(extension)) throw refuse(wanted[kind])
  if (!type.startsWith('image/') && type !== 'application/pdf') return { name, type, bytes }
  if (type === 'application/pdf') {
    if (!isWholePdf(bytes)) throw refuse('The PDF is damaged. Save it again and retry.')
    return { name, type, bytes }
  }
  const facts = imageFacts(type, bytes)
  if (!facts?.isWhole || facts.width * facts.height === 0) throw refuse(damagedImage)
  if (facts.width * facts.height > maxPixels) throw refuse('The image has more than 25 megapixels. Make it smaller.')
  const cleaned = withoutMetadata(type, bytes)
  if (!cleaned) throw refuse(damagedImage)
  return { name, type, bytes: cleaned }
}
