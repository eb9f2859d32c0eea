import { readFileSync } from 'node:fs'
import { searchable } from '@app/contracts/comparable'
import type { TableSchema } from '@app/table-schema'
import { guardians } from '../seed/school'
import type { WireRecord } from '../tables/read-record'
import { startOf } from './check-import'
import { decodedText, fileEncoding } from './decode-text'
import { relativeCounter } from './families'
import { encodingNotes } from './import-notes'
import { familyOf, type ImportInput, importedRows } from './imports-job'
import type { RowOutcome } from './row-drafts'

export const caseFile = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`cases/${name}`, import.meta.url)))

const recordsIn = (stored: readonly WireRecord[]) => ({
  existing: async (field: string, values: readonly unknown[]) =>
    stored.filter((record) => values.some((value) => searchable(String(value)) === searchable(String(record[field])))),
  named: async () => new Map(),
  refusedFiles: async () => new Set<string>(),
  lookAhead: async () => {},
  lookAheadFor: async () => {},
})

/** What importing a CSV file into an empty table would do, as the service finds it; `known` are the guardians there are. */
export async function readCase(
  schema: TableSchema,
  content: Uint8Array | string,
  {
    known = [],
    may = () => true,
    ...given
  }: Partial<Pick<ImportInput, 'dayFirst' | 'replacements' | 'mapping'>> & {
    known?: readonly WireRecord[]
    may?: (level: string) => boolean
  } = {},
) {
  const tables = { find: async (name: string) => (name === guardians.name ? guardians : schema) }
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  async function* file() {
    yield bytes
  }
  const read = await fileEncoding(file)
  const family = await familyOf({ tables }, schema)
  const start = await startOf(schema, decodedText(file, read.encoding), { family })
  const { headers, samples, layout, mapping, match } = start
  const imported = {
    table: schema.name,
    fileName: 'x.csv',
    headers,
    samples,
    layout,
    encoding: read.encoding,
    check: '',
  }
  const { rows, notes, related } = await importedRows(
    {
      imports: {
        find: async () => ({
          ...imported,
          id: 'a'.repeat(24),
          actor: { id: 'a'.repeat(24), email: '', requestId: '' },
        }),
        bytes: file,
      },
      tables,
      hasRight: async ({ right }: { right: { level: string } }) => may(right.level),
      lookups: ({ name }: TableSchema) => recordsIn(name === guardians.name ? known : []),
    } as unknown as Parameters<typeof importedRows>[0],
    { import: 'a'.repeat(24), mapping, match, ...given },
  )
  const outcomes: RowOutcome[] = []
  for await (const part of rows) outcomes.push(...part)
  const kinds = [...encodingNotes(read), ...start.notes, ...notes].map(({ kind }) => kind)
  const created = outcomes.flatMap((one) => (one.action === 'create' ? [one.values] : []))
  const errors = outcomes.flatMap((one) => (one.action === 'error' ? one.errors.map(({ message }) => message) : []))
  const relatives = related && relativeCounter(related.families)
  relatives?.add(outcomes)
  const all = [...start.notes, ...notes]
  return {
    created,
    errors,
    kinds,
    notes: all,
    family: relatives?.counted(),
    outcomes,
    headers,
    mapping,
    layout,
    encoding: read.encoding,
  }
}
