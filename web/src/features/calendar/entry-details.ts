import type { References, TableRecord } from '@app/contracts/tables'
import { fullText } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { referencedTable, referenceLabel } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { isBlank } from '@app/table-schema/validation'
import { factsText } from '#lib/words'

/** Where it is and how many seats are free, in the fewest words: `North field · 2 free`. */
export function placeAndSeats({ properties }: TableSchema, record: TableRecord): string {
  const place = properties['place'] ? fullText(properties['place'], record['place']) : ''
  const seats = Object.entries(properties).flatMap(([name, { maxItemsField }]) => {
    const limit = record[maxItemsField ?? '']
    const taken = record[name]
    if (typeof limit !== 'number' || !Array.isArray(taken)) return []
    return taken.length < limit ? `${limit - taken.length} free` : 'Full'
  })
  return factsText([place, ...seats])
}

/**
 * Details that a front desk looks for apart from time and title: the place, as calendar feeds show it, who is named, and how much of a
 * limited number is taken. For a lesson: `North field`, `Maid Marian`, `6 of 8 students`.
 */
export function entryDetails({ properties }: TableSchema, record: TableRecord, references: References): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const value = record[name]
    if (name === 'place') return fullText(field, value) || []
    const table = referencedTable(field)
    if (table === undefined) return []
    const title = titleOf(name, field).toLowerCase()
    if (field.type !== 'array')
      return isBlank(field, value) ? `No ${title}` : referenceLabel(references, table, String(value))
    const limit = field.maxItemsField === undefined ? undefined : record[field.maxItemsField]
    if (typeof limit !== 'number' || !Array.isArray(value)) return []
    const taken = `${value.length} of ${limit} ${title}`
    return value.length < limit ? taken : `Full: ${taken}`
  })
}
