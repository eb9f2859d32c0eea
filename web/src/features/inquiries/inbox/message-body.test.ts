import { expect, test } from 'vitest'
import { riskOf } from './message-body'

const unknown = 'application/octet-stream'
const of = (name: string, type = unknown) => riskOf({ name, type })

test.each([
  ['invoice.pdf.exe', /looks like a \.pdf file\. A \.exe file can run/],
  ['invoice.pdf .exe', /looks like a \.pdf file\. A \.exe file can run/],
  ['invoice.pdf                                .SCR', /looks like a \.pdf file\. A \.scr file can run/],
  ['photo.jpg.html', /looks like a \.jpg file\. A \.html file can run/],
  // The invisible sign that turns a name around has become a line.
  ['photo_gpj.exe', /^A \.exe file can run/],
  ['setup.exe', /^A \.exe file can run/],
  ['setup.exe. ', /^A \.exe file can run/],
  ['statement.xlsm', /^A \.xlsm file can run/],
  ['disk.ISO', /^A \.iso file can run/],
  ['invoice.pdf.zip', /^It looks like a \.pdf file, but is a \.zip file\.$/],
])('%s has a warning', (name, text) => {
  expect(of(name)).toMatch(text)
})

test.each([
  'prices.msixbundle',
  'tool.appref-ms',
  'list.psd1',
  'box.wsb',
  'a.mobileconfig',
  'a.fileloc',
  'bow.AppImage',
])('what %s installs or runs has a warning', (name) => {
  expect(of(name)).toMatch(/^A \.[\w-]+ file can run/)
})

test.each(['waiver.pdf', 'Scan 1.2.pdf', 'a.b.docx', 'photo.jpeg', 'photos.zip', 'list.csv.gz', 'waiver.pdf.p7s', 'x'])(
  '%s has none',
  (name) => {
    expect(of(name)).toBeUndefined()
  },
)

test('bytes of a program have a warning under any name', () => {
  expect(of('photo.jpg', 'application/x-msdownload')).toBe('It is a program, whatever its name says.')
  expect(of('photo', 'application/x-elf')).toBe('It is a program, whatever its name says.')
  expect(of('photo.jpg', 'image/jpeg')).toBeUndefined()
})
