import { AppError } from '@app/contracts/errors'
import fc from 'fast-check'
import { checkedRows, startOf } from '../../../services/admin-tables/src/imports/check-import'
import { decodedText, fileEncoding } from '../../../services/admin-tables/src/imports/decode-text'
import type { RowOutcome } from '../../../services/admin-tables/src/imports/row-drafts'
import { hostileText, mutatedText, prototypesAreClean } from '../hostile-text'
import { hold, target } from '../target'
import { keepsRules } from './record'
import { everyKind, fieldNames } from './tables'

const cell = hostileText(['"', '""', ',', ';', '\t', '\r\n', 'open', '2026-07-31', '12', '=1+1', 'new; kids', 'ab'], 6)
const goodRow = 'Beginners,Open,8,2026-07-31,new'
const row = fc.oneof(
  fc.array(cell, { maxLength: 6 }).map((cells) => cells.join(',')),
  fc.constant(goodRow),
  mutatedText([goodRow, '"A, b",closed,30,2026-12-31,new; kids']),
)
const header = fc.oneof(
  fc.constant('title,state,seats,day,tags'),
  fc
    .array(fc.oneof(fc.constantFrom(...fieldNames, 'id', 'created_at', '__proto__'), cell), { maxLength: 6 })
    .map(String),
)

const noRecords = {
  existing: async () => [],
  named: async () => new Map(),
  refusedFiles: async () => new Set<string>(),
}
const noRest = async () => {}

/** What an import makes of a file: every row is created by the rules, or has an error. */
export const importFile = target({
  name: 'import',
  // Five rows or more an input.
  share: 0.1,
  input: fc.tuple(header, fc.array(row, { minLength: 5, maxLength: 10 }), fc.constantFrom('utf8', 'utf16le', 'latin1')),
  async check([first, rows, encoding]) {
    const bytes = Buffer.from([first, ...rows].join('\r\n'), encoding)
    // In two pieces, which may cut a character.
    const file = async function* () {
      yield bytes.subarray(0, bytes.length / 3)
      yield bytes.subarray(bytes.length / 3)
    }
    const found = (await fileEncoding(file)).encoding
    const text = () => decodedText(file, found)
    const outcomes: RowOutcome[] = []
    try {
      const start = await startOf(everyKind, text())
      for await (const part of checkedRows(everyKind, text(), start, noRecords, noRest)) outcomes.push(...part)
    } catch (error) {
      hold(error instanceof AppError && error.code === 'invalid_input', String(error))
      return false
    } finally {
      hold(prototypesAreClean(), 'something reached what all objects share')
    }
    for (const [at, outcome] of outcomes.entries()) {
      hold(at === 0 || outcome.row > outcomes[at - 1]!.row, 'rows are counted wrongly')
      if (outcome.action === 'create') keepsRules(outcome.values)
      else hold(outcome.action === 'error' && outcome.errors.length > 0, 'a row is neither created nor refused')
    }
    return outcomes.some(({ action }) => action === 'create')
  },
})
