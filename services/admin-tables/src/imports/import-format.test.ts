import { AppError } from '@app/contracts/errors'
import { expect, test } from 'vitest'
import { importFormat } from './import-format'

const latin = (text: string) => Buffer.from(text, 'latin1')
const zip = (...entries: string[]) => Buffer.concat([latin('PK\x03\x04\x14\x00\x06\x00'), latin(entries.join('\x00'))])
const office = (...streams: string[]) =>
  Buffer.concat([latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), Buffer.from(streams.join('\u0000'), 'utf16le')])
async function* slices(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 100) yield new Uint8Array(bytes.subarray(at, at + 100))
}
const check = (bytes: Buffer) => importFormat(() => slices(bytes))
const noise = (length: number) => Buffer.from(Array.from({ length }, (_, at) => 1 + ((at * 37) % 255)))

test.each<[is: string, bytes: Buffer]>([
  ['a binary Excel workbook (.xlsb)', zip('[Content_Types].xml', 'xl/workbook.bin')],
  ['a Numbers document', zip('Index/Document.iwa')],
  ['an OpenDocument spreadsheet (.ods)', zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet')],
  ['a Word document (.docx)', zip('word/document.xml')],
  ['a Word document (.docx)', zip('word/document.xml', 'word/embeddings/a.xlsx', 'xl/workbook.xml')],
  ['a presentation (.pptx)', zip('ppt/presentation.xml', 'ppt/embeddings/a.xlsx', 'xl/workbook.xml')],
  ['a ZIP archive', zip('photo.png')],
  ['an Excel workbook (.xls)', office('Root Entry', 'Workbook')],
  ['an Excel workbook with a password', office('EncryptionInfo', 'EncryptedPackage')],
  ['a PDF', latin('%PDF-1.7\n')],
  ['a PNG image', latin('\x89PNG\r\n\x1a\n')],
  ['a JPEG image', latin('\xff\xd8\xff\xe0\x00\x10JFIF')],
  ['a HEIC image', latin('\x00\x00\x00\x18ftypheic')],
  ['a web page (.html)', latin('<html><table><tr><td>name</td>')],
  ['a web page (.html)', latin('<!DOCTYPE html>')],
  ['an XML file', latin('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>')],
  ['a calendar (.ics)', latin('BEGIN:VCALENDAR\r\n')],
  ['a list of contacts (.vcf)', latin('BEGIN:VCARD\r\n')],
  ['a compressed file (.gz)', latin('\x1f\x8b\x08\x00')],
])('a file that is %s is refused as such', async (is, bytes) => {
  const refused = expect(check(bytes)).rejects
  await refused.toThrow(AppError)
  await refused.toThrow(
    `This is ${is}, which cannot be imported. Open it in the program that made it, save it as an Excel workbook`,
  )
})

test('a file of an unknown format is refused as no text', async () => {
  await expect(check(noise(5_000))).rejects.toThrow('This file holds no text.')
  await expect(check(Buffer.from('name,level\u0000\n'))).rejects.toThrow('This file holds no text.')
})

test('a text is read, with a stray sign in it too, and whatever its first heading is', async () => {
  for (const text of ['name,level\nZoë,a\n', 'PKID,BM,GIF8\n1,2,3\n', `name,notes\nAda,${'x'.repeat(100)}\u0001\n`, ''])
    await expect(check(Buffer.from(text))).resolves.toMatchObject({ encoding: 'utf-8' })
  const wide = Buffer.from('name,level\r\nZoë,a\r\n', 'utf16le')
  await expect(check(wide)).resolves.toMatchObject({ encoding: 'utf-16le' })
})

test.each([
  'xl/workbook.xml',
  'XL/Workbook.xml',
  'xl\\workbook.xml',
  'xl/workbook2.xml',
  'workbook.xml',
  'x/workbook.xml',
])('a file that holds %s is a workbook', async (part) => {
  await expect(check(zip('[Content_Types].xml', part))).resolves.toBeUndefined()
})
