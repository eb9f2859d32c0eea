import { posix } from 'node:path'
import { columnName } from '../../records/workbook-file'

/**
 * Excel reads workbooks that leave out what the standard lets them leave out, or more. Report servers (Power BI, Dynamics, SSRS)
 * write such ones. Here they are completed as Excel understands them, before the library reads them.
 */

/** The value of an attribute of a tag. */
export const attribute = (tag: string, name: string) =>
  new RegExp(`\\s(?:\\w+:)?${name}=(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined)

export const columnNumber = (text: string) =>
  [...text.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** Rows and cells without an address come after the ones before. */
function addressed(sheet: string): string {
  let row = 0
  let column = 0
  return sheet.replace(/<((?:\w+:)?(?:row|c))(?=[\s/>])([^>]*)>/g, (tag, name: string, rest: string) => {
    const given = attribute(tag, 'r')
    if (name.endsWith('row')) {
      row = given ? Number(given) : row + 1
      column = 0
      return given ? tag : `<${name} r="${row}"${rest}>`
    }
    const [, at, atRow] = /^([A-Za-z]{1,3})(\d+)$/.exec(given ?? '') ?? []
    column = at ? columnNumber(at) : column + 1
    if (at && atRow) return at === at.toUpperCase() ? tag : tag.replace(`${at}${atRow}`, `${at.toUpperCase()}${atRow}`)
    return `<${name} r="${columnName(column - 1)}${row}"${rest}>`
  })
}

/** A formula whose result was never computed is no empty cell, and a text without one is. */
const completed = (sheet: string) =>
  sheet.replace(
    /<((?:\w+:)?c)\b([^>]*[^/>]|)>((?:(?!<\/?(?:\w+:)?c[\s>])[\s\S])*?)<\/\1>/g,
    (cell, name: string, rest: string, content: string) => {
      const hasValue = /<(?:\w+:)?v[\s>]/.test(content) && !/<(?:\w+:)?v\s*>\s*<\/(?:\w+:)?v>/.test(content)
      if (hasValue || /<(?:\w+:)?is[\s>]/.test(content)) return cell
      const type = attribute(`<c ${rest}>`, 't') ?? 'n'
      if (/<(?:\w+:)?f[\s/>]/.test(content) && !(type === 'str' && /<(?:\w+:)?v[\s/>]/.test(content)))
        return `<${name}${rest.replace(/\st=(?:"[^"]*"|'[^']*')/, '')} t="str"><v>#CALC!</v></${name}>`
      return `<${name}${rest}/>`
    },
  )

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Replaces whatever stands between two marks, and the marks. A pattern would look for a missing end from each of its beginnings. */
function replaceBetween(text: string, [open, close]: readonly [string, string], change: (inside: string) => string) {
  const pieces: string[] = []
  let rest = 0
  let start = text.indexOf(open)
  while (start >= 0) {
    const end = text.indexOf(close, start + open.length)
    if (end < 0) break
    pieces.push(text.slice(rest, start), change(text.slice(start + open.length, end)))
    rest = end + close.length
    start = text.indexOf(open, rest)
  }
  return pieces.join('') + text.slice(rest)
}

/** Texts as XML usually has them. The library reads no sections of characters. */
export function plainXml(xml: string): string {
  const inline = (text: string) => text.replace(/[&<>]/g, (sign) => escaped[sign]!)
  return replaceBetween(replaceBetween(xml, ['<![CDATA[', ']]>'], inline), ['<!--', '-->'], () => '')
}

/** A sheet in which every row and cell has its address, and every cell a value or none. */
export const mendedSheet = (sheet: string): string =>
  completed(addressed(sheet.replace(/<(?:\w+:)?dimension\b[^>]*\/>/g, '')))

/** A part that the book is read from; `name` as files of the package have it. */
export type Relation = { id: string; kind: string; name: string }

/** Targets are addresses: relative to their part or absolute, with escapes. Names differ in case from the files, or have the `\\` of Windows. */
export const partName = (target: string, from = ''): string => {
  const path = target.replaceAll('\\', '/')
  const whole = posix.resolve('/', posix.dirname(`/${from}`), path).slice(1)
  try {
    return decodeURIComponent(whole).toLowerCase()
  } catch {
    return whole.toLowerCase()
  }
}

/** The parts that one part refers to. `from`: its own name. */
export const relationsOf = (relations: string, from: string): Relation[] =>
  [...relations.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].flatMap(([tag]) => {
    const id = attribute(tag, 'Id')
    const target = attribute(tag, 'Target')
    const kind = attribute(tag, 'Type')?.split('/').at(-1)
    if (!id || !target || !kind || attribute(tag, 'TargetMode') === 'External') return []
    return { id, kind, name: partName(target, from) }
  })

/**
 * The part that lists the sheets, without those of charts and macros and those that are missing, and with hidden ones last.
 *
 * @param isSheet the ids of those that are there
 */
export function mendedBook(book: string, isSheet: ReadonlySet<string>): string {
  const all = [...book.matchAll(/<(?:\w+:)?sheet\b[^>]*?(?:\/>|>\s*<\/(?:\w+:)?sheet>)/g)].map(([tag]) => tag)
  const idOf = (tag: string) => /\s\w+:id=(?:"([^"]*)"|'([^']*)')/.exec(tag)?.slice(1).find(Boolean)
  const sheets = all.filter((tag) => isSheet.has(idOf(tag) ?? ''))
  const isHidden = (tag: string) => /hidden/i.test(attribute(tag, 'state') ?? '')
  const ordered = sheets.toSorted((one, other) => Number(isHidden(one)) - Number(isHidden(other)))
  return book
    .replace(
      /(<((?:\w+:)?sheets)\b[^>]*>)[\s\S]*(<\/\2>)/,
      (_, open: string, __, close: string) => open + ordered.join('') + close,
    )
    .replace(/\sdate1904=["']true["']/, ' date1904="1"')
}
