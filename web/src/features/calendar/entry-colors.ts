import type { References } from '@app/contracts/tables'
import { fullText } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { referencedTable, referenceLabel } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import type { Entry } from './entries'

/** Color alone does not tell them apart: the legend and the entry name the value, too. */
const tones = [
  'border-l-forest bg-forest/10',
  'border-l-gold bg-gold/15',
  'border-l-blue bg-blue/12',
  'border-l-red bg-red/10',
  'border-l-ink bg-ink/8',
  'border-l-edge bg-sunken',
]
const untold = 'border-l-line bg-card'

/** The fields by which entries may be colored: where it is, and who leads it. */
export const coloringFields = ({ properties }: TableSchema) =>
  Object.entries(properties)
    .filter(
      ([name, field]) =>
        (name === 'place' && field.enum) || (field.type === 'string' && referencedTable(field) !== undefined),
    )
    .map(([name, field]) => ({ name, title: titleOf(name, field) }))

type Coloring = {
  toneOf: (entry: Entry) => string
  /** The meaning of the shown colors, by name. */
  legend: { label: string; tone: string }[]
}

/** The colors of entries by the value of a field, in the order of its options or of the names. */
export function coloringOf(
  { properties }: TableSchema,
  name: string | undefined,
  entries: readonly Entry[],
  references: References,
): Coloring {
  const field = name === undefined ? undefined : properties[name]
  if (!field || name === undefined) return { toneOf: () => 'border-l-forest bg-forest/10', legend: [] }
  const table = referencedTable(field)
  const labelOf = (value: unknown) =>
    table === undefined ? fullText(field, value) : referenceLabel(references, table, String(value))
  const options = field.enum?.map(String)
  const values = [...new Set(entries.flatMap(({ record }) => (record[name] ? [String(record[name])] : [])))].sort(
    (one, other) =>
      options ? options.indexOf(one) - options.indexOf(other) : labelOf(one).localeCompare(labelOf(other)),
  )
  const toneOf = (value: string) => tones[(options ?? values).indexOf(value) % tones.length] ?? untold
  return {
    toneOf: ({ record }) => (record[name] ? toneOf(String(record[name])) : untold),
    legend: values.map((value) => ({ label: labelOf(value), tone: toneOf(value) })),
  }
}
