import { byteOrderMark, csvCell, csvText, unguarded } from '@app/table-schema'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { hostileText, hostileValue } from '../hostile-text'
import { hold, target } from '../target'

const text = hostileText([';', '=', '+1', '-', '@', '"', ',', '\r\n', '\t', '=HYPERLINK("x")', 'a', '| ', '%0A'], 10)
const formula = /^[\s\u200b\ufeff]*[=+\-@|%＝＋－＠｜％]|^[\t\r]|[;\t\r\n]["\s\u200b\ufeff]*[=+\-@|%＝＋－＠｜％]/

export const csv = target({
  name: 'CSV',
  input: fc.tuple(fc.array(text, { minLength: 1, maxLength: 4 }), hostileValue),
  check([texts, value]) {
    const written = texts.map((one) => one.replaceAll('\0', ''))
    const cells = texts.map((one) => csvCell({ type: 'string' }, one))
    const file = `${byteOrderMark}${[...cells, csvCell({ type: 'odd' }, value)].join(',')},end\r\n`
    const rows = parse(file, { bom: true, skip_empty_lines: false }) as string[][]
    hold(
      rows.length === 1 && rows[0]!.length === texts.length + 2 && rows[0]!.at(-1) === 'end',
      'the cells have run together',
    )
    for (const [at, one] of written.entries()) {
      const cell = rows[0]![at]!
      hold(!formula.test(cell), `a formula is left: ${JSON.stringify(cell)}`)
      hold(unguarded(cell) === one, `${JSON.stringify(one)} became ${JSON.stringify(cell)}`)
      hold(csvText(one) === cells[at], 'two ways to write one text')
    }
    hold(typeof value === 'number' || !formula.test(rows[0]!.at(-2)!), 'a formula is left in a value')
    return true
  },
})
