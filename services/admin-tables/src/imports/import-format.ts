import { AppError } from '@app/contracts/errors'
import { decodedText, type FileBytes, type FileEncoding, fileEncoding } from './decode-text'

type Kind = { is: string; begins: string; at?: number; holds?: string | Buffer; isRead?: true }

const wide = (text: string) => Buffer.from(text, 'utf16le')
const zip = 'PK\x03\x04'
const office = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

/** The first that fits: what files begin with, in Latin-1, and what some of them hold somewhere; names in small letters. */
const kinds: readonly Kind[] = [
  { is: 'a binary Excel workbook (.xlsb)', begins: zip, holds: 'xl/workbook.bin' },
  { is: 'a Numbers document', begins: zip, holds: 'index/document.iwa' },
  { is: 'a Numbers document', begins: zip, holds: 'index.zip' },
  { is: 'an OpenDocument spreadsheet (.ods)', begins: zip, holds: 'opendocument.spreadsheet' },
  { is: 'a Word document (.docx)', begins: zip, holds: 'word/document' },
  { is: 'a presentation (.pptx)', begins: zip, holds: 'ppt/presentation' },
  { is: 'an Excel workbook (.xlsx)', begins: zip, holds: 'xl/workbook', isRead: true },
  { is: 'an Excel workbook (.xlsx)', begins: zip, holds: 'xl\\workbook', isRead: true },
  { is: 'an Excel workbook (.xlsx)', begins: zip, holds: 'workbook.xml', isRead: true },
  { is: 'a ZIP archive', begins: zip },
  { is: 'an Excel workbook with a password', begins: office, holds: wide('EncryptedPackage') },
  { is: 'an Excel workbook (.xls)', begins: office, holds: wide('Workbook') },
  { is: 'an Excel workbook (.xls)', begins: office, holds: wide('Book') },
  { is: 'an old Office document', begins: office },
  { is: 'a PDF', begins: '%PDF-' },
  { is: 'a PNG image', begins: '\x89PNG' },
  { is: 'a JPEG image', begins: '\xff\xd8\xff' },
  { is: 'a GIF image', begins: 'GIF87a' },
  { is: 'a GIF image', begins: 'GIF89a' },
  { is: 'a WebP image', begins: 'WEBP', at: 8 },
  { is: 'a HEIC image', begins: 'ftyphei', at: 4 },
  { is: 'a HEIC image', begins: 'ftypmif1', at: 4 },
  { is: 'a web page (.html)', begins: '<!DOCTYPE html' },
  { is: 'a web page (.html)', begins: '<!doctype html' },
  { is: 'a web page (.html)', begins: '<html' },
  { is: 'a web page (.html)', begins: '<HTML' },
  { is: 'a web page (.html)', begins: '<table' },
  { is: 'an XML file', begins: '<?xml' },
  { is: 'a calendar (.ics)', begins: 'BEGIN:VCALENDAR' },
  { is: 'a list of contacts (.vcf)', begins: 'BEGIN:VCARD' },
  { is: 'a compressed file (.gz)', begins: '\x1f\x8b' },
  { is: 'a RAR archive', begins: 'Rar!\x1a' },
  { is: 'a 7-Zip archive', begins: "7z\xbc\xaf'\x1c" },
]

/** The characters that are looked at to tell a text from other data. */
const sampleLength = 65_536

/** One sign that no text holds, or many that hardly any does, as in a picture of an unknown format. */
const isBinary = (sample: string): boolean => {
  const odd = sample.match(/(?![\t\n\v\f\r])[\p{Cc}\ufffd]/gu) ?? []
  return sample.includes('\u0000') || odd.length > sample.length * 0.02
}

async function sampleOf(file: FileBytes, encoding: string): Promise<string> {
  let sample = ''
  for await (const text of decodedText(file, encoding)) {
    sample += text
    if (sample.length >= sampleLength) break
  }
  return sample.slice(0, sampleLength)
}

/** Longer than anything that is searched for. */
const overlap = 64

/** The first kind that fits. A kind that is told by what it holds is searched for in the whole file. */
async function kindOf(file: FileBytes): Promise<Kind | undefined> {
  let possible: readonly Kind[] | undefined
  const held = new Set<Kind>()
  let before = Buffer.alloc(0)
  for await (const bytes of file()) {
    const piece = Buffer.concat([before, bytes])
    if (!possible) {
      const start = piece.toString('latin1', 0, 32)
      possible = kinds.filter(({ begins, at = 0 }) => start.startsWith(begins, at))
      if (possible.length === 0) return undefined
    }
    const names = piece.toString('latin1').toLowerCase()
    const has = (holds: string | Buffer) => (typeof holds === 'string' ? names.includes(holds) : piece.includes(holds))
    for (const kind of possible) if (kind.holds === undefined || has(kind.holds)) held.add(kind)
    before = piece.subarray(-overlap)
  }
  return possible?.find((kind) => held.has(kind))
}

const advice =
  'Open it in the program that made it, save it as an Excel workbook (.xlsx) or as CSV, and choose that file.'

/**
 * The encoding of a text, or `undefined` for a workbook.
 * @throws AppError `unsupported_media_type` that says what the file is
 */
export async function importFormat(file: FileBytes): Promise<FileEncoding | undefined> {
  const kind = await kindOf(file)
  if (kind?.isRead) return undefined
  if (kind) throw new AppError('unsupported_media_type', `This is ${kind.is}, which cannot be imported. ${advice}`)
  const read = await fileEncoding(file)
  if (isBinary(await sampleOf(file, read.encoding)))
    throw new AppError('unsupported_media_type', `This file holds no text. ${advice}`)
  return read
}
