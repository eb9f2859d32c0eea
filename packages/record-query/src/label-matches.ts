import { isPhoneField, referenceFields, type TableSchema, titleField } from '@app/table-schema'
import type { Document } from 'mongodb'
import type { Scope } from './scope'
import { phoneCondition, searchWords, textCondition } from './search-words'

/** For each word of a search, the ids of the records whose label holds it, by table. */
export type LabelMatches = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

/** Records whose title holds a word. */
export const labelFilter = (title: string, word: string): Document => textCondition(title, word)

/** Records whose address or phone holds a word. */
export const contactFilters = ({ properties }: TableSchema, word: string): Document[] =>
  Object.entries(properties).flatMap(([name, field]) => {
    if (field.format === 'email') return [textCondition(name, word)]
    return isPhoneField(field) ? (phoneCondition(name, word) ?? []) : []
  })

type Deps = {
  find: (table: string) => Promise<TableSchema | undefined>
  /** The ids of the first records of a table that match. */
  ids: (referenced: TableSchema, filter: Document) => Promise<string[]>
  /** Of whoever searches: addresses and phones are searched only where they may be read. */
  scope?: Scope
}

/** The labels of referenced records that the words of a search match. */
export async function matchingLabels(
  { find, ids, scope }: Deps,
  schema: TableSchema,
  q: string,
): Promise<LabelMatches> {
  const names = [...new Set(referenceFields(schema).map(({ table }) => table))]
  const words = names.length > 0 ? searchWords(q) : []
  const idsOf = async (name: string, word: string) => {
    const referenced = await find(name)
    const title = referenced && titleField(referenced)
    if (!title) return []
    const contacts = !scope || scope.reach(name) === 'none' ? [] : contactFilters(referenced, word)
    if (contacts.length === 0) return ids(referenced, labelFilter(title, word))
    const within = await scope!.filterOf(name)
    const found = { $or: contacts }
    return ids(referenced, { $or: [labelFilter(title, word), within ? { $and: [found, within] } : found] })
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
