import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { byteOrderMark, csvHeader, csvLines, type TableSchema } from '@app/table-schema'
import { expect, test } from 'vitest'

const table: TableSchema = {
  name: 'formulas',
  properties: { text: { type: 'string' }, number: { type: 'number' }, list: { type: 'array' } },
}
const texts = [
  ...['=1+1', '=HYPERLINK("http://x";"y")', '+1+1', '-1+1', '@SUM(1;1)', '\t=1+1', '\r=1+1', '\n=1+1', ' =1+1'],
  ...['\u00a0=1+1', '\u3000\uff1d1+1', '\uff1d1+1', '\u200b=1+1', '\ufeff=1+1', '|cmd', '%0A=1+1', '"=1+1', '";=1+1;"'],
  ...[
    "=cmd|' /C calc'!A0",
    '=1+1";=1+1',
    'a,=1+1',
    'a\r\n=1+1',
    'a;=1+1',
    'a;"=1+1";b',
    'a\t=1+1',
    'a; -1+1',
    'Zoë 🏹 "x", y\nz',
    '=',
    '-',
    '{=1+1}',
    '#REF!',
  ],
]

/** The cells as LibreOffice reads them: its XML, one line each. */
function imported(csv: string, separator = ','): string {
  const folder = mkdtempSync(join(tmpdir(), 'archery-sheet-'))
  try {
    writeFileSync(join(folder, 'formulas.csv'), csv)
    // Import options: separator, quotes, UTF-8, evaluate formulas.
    const filter = `CSV:${separator.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,-1,true`
    const args = ['--headless', `-env:UserInstallation=file://${folder}/profile`, `--infilter=${filter}`]
    execFileSync('soffice', [...args, '--convert-to', 'fods', '--outdir', folder, join(folder, 'formulas.csv')], {
      stdio: 'ignore',
      timeout: 120_000,
    })
    return readFileSync(join(folder, 'formulas.fods'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('LibreOffice computes nothing of an export, and numbers are numbers to it', () => {
  const lineOf = csvLines(table)
  const rows = texts.map((text, at) => lineOf({ id: `${at}`, text, number: -1.5 * at, list: [text, 'x'] }))
  const sheet = imported(byteOrderMark + csvHeader(table) + rows.join(''))
  expect(sheet).not.toContain('table:formula')
  expect(sheet.match(/<table:table-row/g)!.length).toBeGreaterThanOrEqual(texts.length)
  for (const at of texts.keys()) expect(sheet).toContain(`office:value="${-1.5 * at || 0}"`)
  expect(sheet).toContain('Zoë 🏹 "x", y'.replaceAll('"', '&quot;'))

  // Where the system separates lists by semicolons, and where tabs are chosen by hand.
  for (const separator of [';', '\t']) {
    expect(imported(byteOrderMark + csvHeader(table) + rows.join(''), separator)).not.toContain('table:formula')
    expect(imported(`a,"x${separator}=1+1"\r\n`, separator)).toContain('table:formula')
  }

  // Control: without escaping the formula is evaluated.
  expect(imported('a,=1+1\r\n')).toContain('table:formula')
}, 180_000)
