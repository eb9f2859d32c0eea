import type { ImportNote } from '@app/contracts/imports'
import type { FileEncoding } from './file-encoding'
import type { Beginning } from './read-rows'

const shownNames = 3

/** Notes for a person on how a text was laid out. */
export function layoutNotes({ headers, layout: { headingRow }, above }: Beginning): ImportNote[] {
  const notes: ImportNote[] = []
  const left = above
    .map((row) => row.filter((cell) => cell.trim() !== '').join(' '))
    .filter((text) => !/^"?sep=/i.test(text))
  if (left.length > 0)
    notes.push({
      kind: 'heading-row',
      message: `Headings are in row ${headingRow}. Not imported from above: ${left.slice(0, shownNames).join('; ').slice(0, 200)}`,
    })
  const again = headers.filter(
    (header) => / \(\d+\)$/.test(header) && headers.includes(header.replace(/ \(\d+\)$/, '')),
  )
  if (again.length > 0)
    notes.push({
      kind: 'equal-headings',
      message: `Several columns have the same heading. They are shown as ${again.slice(0, shownNames).join(', ')}.`,
    })
  return notes
}

/** Notes for a person on how the letters of a file were read. */
export function encodingNotes({ isSure, encoding, odd }: FileEncoding): ImportNote[] {
  if (odd > 0)
    return [
      {
        kind: 'odd-bytes',
        message: `${odd === 1 ? 'One letter of the file is' : `${odd} letters of the file are`} stored differently from the others. Look whether names with accents are right.`,
      },
    ]
  if (isSure) return []
  return [
    {
      kind: 'encoding',
      message: `The file does not say how its letters are stored. It was read as ${encodingLabel(encoding)}: look whether names with accents are right.`,
    },
  ]
}

const labels: Readonly<Record<string, string>> = {
  'utf-8-twice': 'UTF-8, encoded twice',
  'windows-1252': 'Western (Windows)',
  'windows-1250': 'Central European (Windows)',
  'iso-8859-2': 'Central European (ISO)',
  'x-mac-ce': 'Central European (Mac)',
  'windows-1251': 'Cyrillic (Windows)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  ibm866: 'Cyrillic (DOS)',
  'windows-1253': 'Greek (Windows)',
  'windows-1254': 'Turkish (Windows)',
  'windows-1255': 'Hebrew (Windows)',
  'windows-1256': 'Arabic (Windows)',
  'windows-1257': 'Baltic (Windows)',
  'windows-874': 'Thai (Windows)',
  ibm850: 'Western (DOS)',
  ibm852: 'Central European (DOS)',
  ibm857: 'Turkish (DOS)',
  ibm862: 'Hebrew (DOS)',
  ibm737: 'Greek (DOS)',
  ibm869: 'Greek (DOS, 869)',
  'x-mac-greek': 'Greek (Mac)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  macintosh: 'Western (Mac)',
  gb18030: 'Chinese, simplified (GB18030)',
  big5: 'Chinese, traditional (Big5)',
  shift_jis: 'Japanese (Shift-JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'euc-kr': 'Korean (EUC-KR)',
}
const encodingLabel = (encoding: string) => labels[encoding] ?? encoding
