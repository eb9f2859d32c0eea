import type { References, TableRecord } from '@app/contracts/tables'
import { fullText } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { referencedTable, referenceLabel } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { isBlank } from '@app/table-schema/validation'
import { factsText } from '#lib/words'
import type { Entry } from './entries'

const placeOf = ({ properties }: TableSchema, record: TableRecord): string =>
  properties['place'] ? fullText(properties['place'], record['place']) : ''

/** How much of each limited number is taken: the seats of a lesson. */
const seatsOf = ({ properties }: TableSchema, record: TableRecord) =>
  Object.entries(properties).flatMap(([name, field]) => {
    const limit = record[field.maxItemsField ?? '']
    const taken = record[name] ?? []
    if (typeof limit !== 'number' || !Array.isArray(taken)) return []
    return { limit, taken: taken.length, title: titleOf(name, field).toLowerCase() }
  })

/** The single records that are named: the instructor of a lesson. */
const namesOf = ({ properties }: TableSchema, record: TableRecord, references: References) =>
  Object.entries(properties).flatMap(([name, field]) => {
    const table = referencedTable(field)
    if (table === undefined || field.type === 'array') return []
    const value = record[name]
    return isBlank(field, value)
      ? `No ${titleOf(name, field).toLowerCase()}`
      : referenceLabel(references, table, String(value))
  })

/**
 * Where it is and how many seats are free, in the fewest words: `North field · 2 free`. With `references` also who is named. A
 * canceled one has no seats to give.
 */
export const placeAndSeats = (
  schema: TableSchema,
  { record, cancelled }: Pick<Entry, 'record' | 'cancelled'>,
  references?: References,
): string =>
  factsText([
    placeOf(schema, record),
    ...(cancelled ? [] : seatsOf(schema, record)).map(({ limit, taken }) =>
      taken < limit ? `${limit - taken} free` : 'Full',
    ),
    ...(references ? namesOf(schema, record, references) : []),
  ])

/**
 * Details that a front desk looks for apart from time and title: the place, as calendar feeds show it, who is named, and how much of a
 * limited number is taken. For a lesson: `North field`, `Maid Marian`, `6 of 8 students`.
 */
export const entryDetails = (schema: TableSchema, record: TableRecord, references: References): string[] =>
  [
    placeOf(schema, record),
    ...namesOf(schema, record, references),
    ...seatsOf(schema, record).map(({ limit, taken, title }) =>
      taken < limit ? `${taken} of ${limit} ${title}` : `Full: ${taken} of ${limit} ${title}`,
    ),
  ].filter((detail) => detail !== '')
