import { foldedLabel } from '@app/contracts/comparable'
import type { HookMeaning, HookSource } from '@app/contracts/incoming-hooks'
import { guessMapping, type ImportMapping, matchChoices, type TableSchema, titleOf } from '@app/table-schema'
import { importableFields } from '@app/table-schema/import-columns'
import type { Cells } from './columns'
import { happenings, saysCanceled, sources } from './sources'

/** The words of the last name in a path: `payload.start_time` is "start time", `startTime` as well. */
const tail = (column: string) =>
  foldedLabel((column.split('.').findLast((part) => !/^\d+$/.test(part)) ?? column).replace(/([a-z])([A-Z])/g, '$1 $2'))

const fieldNamed = (schema: TableSchema, names: readonly string[]) =>
  importableFields(schema).find(([name, field]) =>
    [name, titleOf(name, field)].some((one) => names.includes(foldedLabel(one))),
  )?.[0]

/** The field that says that a record is canceled, as Yes and No. */
const canceledField = (schema: TableSchema) =>
  importableFields(schema).find(
    ([name, field]) => field.type === 'boolean' && /^cancell?ed$/i.test(foldedLabel(titleOf(name, field))),
  )?.[0]

/** By what a new booking finds its record: an address names one person. */
const proposedMatch = (schema: TableSchema, mapping: ImportMapping): string | null => {
  const email = Object.entries(schema.properties).find(([, { format }]) => format === 'email')?.[0]
  return matchChoices(schema, mapping).find(({ value }) => value === email)?.value ?? null
}

/** The likely meaning of the values of deliveries: by the documentation of their source, else by their names. */
export function proposeMeaning(source: HookSource, schema: TableSchema, samples: readonly Cells[]): HookMeaning {
  const columns = [...new Set(samples.flatMap((cells) => Object.keys(cells)))]
  const known = sources[source]
  const mapping: Record<string, string | null> = {}
  const used = new Set<string>()
  const take = (column: string, field: string | undefined) => {
    if (field === undefined || field === 'id' || used.has(field) || mapping[column]) return
    mapping[column] = field
    used.add(field)
  }
  for (const [column, names] of Object.entries(known?.usual ?? {}))
    if (columns.includes(column)) take(column, fieldNamed(schema, names))
  if (!known) {
    const tails = columns.map(tail)
    const once = columns.filter((_, at) => tails.indexOf(tails[at]!) === at)
    const values = once.map((column) => samples.find((cells) => cells[column])?.[column] ?? '')
    const guessed = guessMapping(schema, once.map(tail), [values])
    for (const column of once) take(column, guessed[tail(column)] ?? undefined)
  }
  const canceled = canceledField(schema)
  const words: HookMeaning['words'] = {}
  if (known && canceled !== undefined && !used.has(canceled)) {
    take(known.happened, canceled)
    const values = happenings[source] ?? []
    words[known.happened] = Object.fromEntries(values.map((value) => [value, saysCanceled(value) ? 'Yes' : 'No']))
  }
  const id = columns.find((column) => ['uid', 'id', 'uri'].includes(tail(column)))
  return {
    externalId: known?.externalId ?? id ?? columns[0] ?? 'id',
    formerId: known?.formerId ?? null,
    mapping,
    match: proposedMatch(schema, mapping),
    words,
    constants: {},
  }
}
