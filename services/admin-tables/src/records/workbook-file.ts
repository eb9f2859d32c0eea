import { type ExportOptions, type SheetCell, sheetCells, type TableSchema, tabLabel } from '@app/table-schema'
import { strToU8, ZipDeflate } from 'fflate'
import type { ExportFile } from './export-table'
import { zipPieces } from './zip-pieces'

/** Rows of a sheet, its heading included. */
const maxSheetRows = 1_048_576
/** Characters of a cell. */
const maxCellLength = 32_767

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Control characters but tab and line breaks, halves of characters, and two that are none. */
const notInXml = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu

const escaped = (text: string) =>
  text
    .replace(notInXml, '')
    // A text that looks like an escaped sign of the format.
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (sign) => entities[sign]!)

/** The styles of cells, by their place in the part `styles`. */
const styles = { heading: 1, day: 2, time: 3 }
const stylesXml = `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`

const parts = (sheetName: string): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${officeRelations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeRelations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': stylesXml,
})

/** A, B, ... Z, AA, ... */
export function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter
}

const textCell = (place: string, text: string, style = '') =>
  `<c ${place} t="inlineStr"${style}><is><t xml:space="preserve">${escaped(text.slice(0, maxCellLength))}</t></is></c>`

function cellXml(cell: SheetCell, place: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return textCell(place, cell)
  if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c ${place} t="b"><v>${Number(cell)}</v></c>`
  return 'day' in cell
    ? `<c ${place} s="${styles.day}"><v>${cell.day}</v></c>`
    : `<c ${place} s="${styles.time}"><v>${cell.time}</v></c>`
}

/** The name of a sheet: up to 31 characters without those that Excel refuses. */
const sheetNameOf = (schema: TableSchema) =>
  tabLabel(schema)
    .replace(/[[\]:*?/\\']/g, ' ')
    .slice(0, 31)
    .trim() || 'Records'

/** A workbook with one sheet, in the memory of one chunk: libraries build it as a whole. */
export function workbookFile(schema: TableSchema, options: ExportOptions): ExportFile {
  const { headers, cells } = sheetCells(schema, options)
  const names = headers.map((_, at) => columnName(at))
  let row = 1
  const place = (at: number) => `r="${names[at]}${row}"`
  const { zip, taken } = zipPieces()
  const add = (name: string) => {
    const part = new ZipDeflate(name, { level: 3 })
    zip.add(part)
    return part
  }
  let sheet: ZipDeflate
  return {
    begin() {
      for (const [name, xml] of Object.entries(parts(sheetNameOf(schema))))
        add(name).push(strToU8(declaration + xml), true)
      sheet = add('xl/worksheets/sheet1.xml')
      const heading = headers.map((text, at) => textCell(place(at), text, ` s="${styles.heading}"`)).join('')
      const view =
        '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>'
      sheet.push(strToU8(`${declaration}<worksheet xmlns="${main}">${view}<sheetData><row r="1">${heading}</row>`))
      return taken()
    },
    rows(chunk, references) {
      let xml = ''
      for (const record of chunk) {
        if (++row > maxSheetRows) throw new Error(`A sheet has at most ${maxSheetRows} rows.`)
        const line = cells(record, references).map((cell, at) => cellXml(cell, place(at)))
        xml += `<row r="${row}">${line.join('')}</row>`
      }
      sheet.push(strToU8(xml))
      return taken()
    },
    end() {
      sheet.push(strToU8('</sheetData></worksheet>'), true)
      zip.end()
      return taken()
    },
  }
}
