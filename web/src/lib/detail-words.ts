import { counted } from './words'

/** `one`: the word for one of its records. */
export type NamedTable = { title: string; one?: string; fieldTitle: (field: string) => string }
/** The tables that the reader may see, by name. */
export type Titles = ReadonlyMap<string, NamedTable>

/** The names in a detail of the audit or of a job: `level, notes`. */
export const namesIn = (list: unknown): string[] =>
  String(list ?? '')
    .split(', ')
    .filter(Boolean)

/** `Level`, `Level and Guardian`, `Level, Guardian and 2 other fields`; nothing where no field is named. */
export function fieldsText(fields: unknown, table: NamedTable | undefined): string | undefined {
  const [first, second, ...others] = namesIn(fields).map((field) => table?.fieldTitle(field) ?? field)
  if (!second) return first
  return others.length === 0
    ? `${first} and ${second}`
    : `${first}, ${second} and ${counted(others.length, 'other field')}`
}
