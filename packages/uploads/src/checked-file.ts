import { AppError, invalidFile } from '@app/contracts/errors'
import { maxUploadBytes, type UploadKind } from '@app/contracts/tables'
import { imageFacts } from './image-size'
import { refuseType } from './refusal'
import { withoutMetadata } from './without-metadata'

/** The one part of the form, which holds the file. */
export function fileIn(body: unknown): File {
  let parts = 0
  const count = () => {
    parts++
  }
  if (body instanceof FormData) body.forEach(count)
  const file = parts === 1 && (body as FormData).get('file')
  if (file instanceof File) return file
  throw new AppError('invalid_request', 'Send one part named "file", and in it the file.')
}

/** Bytes that programs put before a PDF: a byte order mark, blanks, empty lines. */
const before = /^(?:\xef\xbb\xbf|[\s\0])*(?=%PDF-[12]\.\d)/
const maxBefore = 1_024
const end = '%%EOF'
/** Parts of a PDF: behind its last end they say that it goes on, and is cut off. */
const goesOn = /\b(?:obj|xref|trailer|stream)\b|%PDF-/

/** A PDF from its header to its end, without what came before and after it; `undefined` when it is none, or damaged. */
function wholePdf(bytes: Buffer): Buffer | undefined {
  const start = before.exec(bytes.toString('latin1', 0, maxBefore))?.[0].length
  const last = bytes.lastIndexOf(end)
  if (start === undefined || last < start) return undefined
  const behind = bytes.subarray(last + end.length)
  if (goesOn.test(behind.toString('latin1'))) return undefined
  const isClean = behind.length <= 2 && behind.toString('latin1').trim() === ''
  return bytes.subarray(start, isClean ? bytes.length : last + end.length)
}

type CheckedFile = { name: string; type: string; bytes: Buffer }

/** Files of records, and files that a reply carries as well. */
type FileKind = UploadKind | 'attachment'

/** By type the ends of its names; the first one is given to a file whose name ends with another one. */
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
/** Ends of names that say what a file is, and are replaced where it is something else. */
const replaced = new Set([
  ...Object.values(attachmentTypes).flat(),
  ...['jfif', 'jpe', 'jif', 'pjpeg', 'pjp', 'apng', 'gif', 'bmp', 'tif', 'tiff', 'heic', 'heif', 'avif', 'doc', 'xls'],
])
const maxPixels = 25_000_000
const maxNameLength = 200
/** Ends of names by which some program would run the file, or show it as a page. */
const runs =
  /\.(?:html?|xhtml|shtml|svgz?|xml|m?js|php\d?|phtml|phar|aspx?|jspx?|cgi|pl|py|rb|sh|exe|com|bat|cmd|msi|scr|jar|hta|lnk|vbs|ps1|swf)(?:\.|$)/i
/** Ends of addresses as well: `school.com.jpg` is a picture. */
const domain = /\.(?:com|pl|py|sh)(?=\.)/gi
const unfitInName = /[\p{Cc}\p{Cf}\p{Cs}/\\:;*?"<>|]|%[0-9a-f]{2}/iu

/** A part without a file name has `undefined` here, although the types exclude it. */
function checkedName(given: string | undefined, kind: FileKind): string {
  const name = given?.normalize('NFC').trim() ?? ''
  if (name === '' || name.length > maxNameLength || name.startsWith('.') || unfitInName.test(name))
    throw invalidFile('The name of the file is not valid. Rename it and try again.')
  if (runs.test(name.replaceAll(domain, ''))) throw invalidFile(`Files of this type are not accepted. ${wanted[kind]}`)
  return name
}

/** A name with the end that fits what the file is. */
function fittingName(name: string, ends: readonly string[]): string {
  const plain = name.replace(/\.+$/, '')
  const extension = extensionOf(plain)
  if (ends.includes(extension)) return plain
  const stem = replaced.has(extension) ? plain.slice(0, -extension.length - 1) : plain
  return `${stem}.${ends[0]}`
}

const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

function isText(bytes: Buffer): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

/** The type of a file by its content; of a text, which has no signature, by its name. */
async function typeOf(bytes: Buffer, name: string): Promise<string> {
  // Loaded with the first upload: it takes 4 MB.
  const { fileTypeFromBuffer } = await import('file-type')
  const detected = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  if (detected === 'image/apng') return 'image/png'
  if (wholePdf(bytes)) return 'application/pdf'
  return detected ?? (isText(bytes) ? textTypes[extensionOf(name)] : undefined) ?? ''
}

/**
 * Checks an uploaded file. Its content says what it is, and its name gets the end that fits. Decompression bombs are refused. A
 * picture loses its metadata, such as the place where it was taken, and what follows its end, such as the film of a motion photo; a
 * PDF what comes before and after it.
 *
 * @throws AppError `payload_too_large` or `invalid_input`
 */
export async function checkedFile(kind: FileKind, file: File): Promise<CheckedFile> {
  if (file.size > maxUploadBytes) throw new AppError('payload_too_large', 'The file is larger than 5 MB.')
  const given = checkedName(file.name, kind)
  const bytes = Buffer.from(await file.arrayBuffer())
  const type = await typeOf(bytes, given)
  const types = accepted[kind]
  if (!Object.hasOwn(types, type)) throw refuseType(type, wanted[kind])
  const name = fittingName(given, types[type]!)
  if (type === 'application/pdf') {
    const pdf = wholePdf(bytes)
    if (!pdf) throw invalidFile('The PDF is damaged. Save it again and retry.')
    return { name, type, bytes: pdf }
  }
  if (!type.startsWith('image/')) return { name, type, bytes }
  const facts = imageFacts(type, bytes)
  if (!facts?.isWhole || facts.width * facts.height === 0) throw invalidFile(damagedImage)
  if (facts.width * facts.height > maxPixels)
    throw invalidFile('The image has more than 25 megapixels. Make it smaller.')
  const cleaned = withoutMetadata(type, bytes)
  if (!cleaned) throw invalidFile(damagedImage)
  return { name, type, bytes: cleaned }
}
