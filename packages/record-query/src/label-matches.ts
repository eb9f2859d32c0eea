import { referenceFields, type TableSchema, titleField } from '@app/table-schema'
import type { Document } from 'mongodb'
import { literalPattern } from './literal-pattern'

/** For each word of a search, the ids of the records whose label holds it, by table. */
export type LabelMatches = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

/** Records whose title holds a word. */
export const labelFilter = (title: string, word: string): Document => ({
  [title]: { $regex: literalPattern(word), $options: 'i' },
})

type Deps = {
  find: (table: string) => Promise<TableSchema | undefined>
  /** The ids of the first records of a table that match. */
  ids: (referenced: TableSchema, filter: Document) => Promise<string[]>
}

/** What the words of a search match in the labels of referenced records. */
export async function matchingLabels({ find, ids }: Deps, schema: TableSchema, q: string): Promise<LabelMatches> {
  const names = [...new Set(referenceFields(schema).map(({ table }) => table))]
  const words = names.length > 0 ? [...new Set(q.split(/\s+/).filter(Boolean))] : []
  const idsOf = async (name: string, word: string) => {
    const referenced = await find(name)
    const title = referenced && titleField(referenced)
    return title ? ids(referenced, labelFilter(title, word)) : []
  }
  return new Map(
    await Promise.all(
      words.map(async (word) => {
        const byTable = await Promise.all(names.map(async (name) => [name, await idsOf(name, word)] as const))
        return [word, new Map(byTable)] as const
      }),
    ),
  )
}
