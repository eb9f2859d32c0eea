import { notFound } from '@app/contracts/errors'
import {
  type BatchRecords,
  erasedValue,
  type HistoryPage,
  type RevertRequest,
  type Revision,
} from '@app/contracts/history'
import type { Scope } from '@app/record-query'
import { type TableSchema, writableFields } from '@app/table-schema'
import type { RecordStore } from '../records/record-store'
import type { ReferenceStore } from '../records/reference-store'
import type { RevisionStore } from '../records/revision-store'
import type { TrashStore } from '../records/trash-store'
import { shownFields } from '../tables/read-record'
import type { TableSchemaStore } from '../tables/table-schema-store'

export type HistoryDeps = {
  tables: Pick<TableSchemaStore, 'find' | 'all'>
  records: Pick<RecordStore, 'one'>
  revisions: Pick<RevisionStore, 'page' | 'pageOfBatch' | 'since' | 'flush'>
  trash: Pick<TrashStore, 'find'>
  references: Pick<ReferenceStore, 'of' | 'labels'>
  /** The names of people by their addresses, where they have one. */
  namesOf: (emails: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** The values before and after each change, as records that refer to others. */
const valuesIn = (revisions: readonly Revision[]) =>
  revisions.flatMap(({ id, changes }) =>
    [0, 1].map((at) => ({
      id,
      ...Object.fromEntries(Object.entries(changes).map(([name, pair]) => [name, pair[at]])),
    })),
  )

const withNames =
  (names: ReadonlyMap<string, string>) =>
  <One extends Revision>(revision: One): One => {
    const name = names.get(revision.actor.email)
    return name ? { ...revision, actor: { ...revision.actor, name } } : revision
  }

export const historyReader = ({ records, revisions, trash, references, namesOf }: HistoryDeps) => ({
  /** @throws AppError `not_found` for a record outside the scope, as for none */
  async page(schema: TableSchema, id: string, scope: Scope, page: number, who?: string): Promise<HistoryPage> {
    if (scope.reach(schema.name) !== 'all' && !(await records.one(schema, id, scope))) throw notFound()
    await revisions.flush(schema.name, [id])
    const found = await revisions.page(schema.name, id, page, shownFields(schema), who)
    if (found.total > 0) {
      const [labels, names] = await Promise.all([
        references.of(schema, valuesIn(found.data)),
        namesOf([...new Set(found.data.map(({ actor }) => actor.email))]),
      ])
      return { ...found, data: found.data.map(withNames(names)), references: labels }
    }
    const exists = (await records.one(schema, id, scope)) ?? (await trash.find(schema.name, id))
    if (!exists) throw notFound()
    return found
  },

  /** The changes of a batch, with the names of its records as they are now. */
  async ofBatch(schema: TableSchema, batch: string, page: number): Promise<BatchRecords> {
    const found = await revisions.pageOfBatch(schema.name, batch, page, shownFields(schema))
    const [values, own] = await Promise.all([
      references.of(schema, valuesIn(found.data)),
      references.labels(
        schema.name,
        found.data.map(({ recordId }) => recordId),
      ),
    ])
    return { ...found, references: { ...values, [schema.name]: { ...values?.[schema.name], ...own } } }
  },

  /** The writable fields of a record as they were after a revision: later changes undone, newest first. */
  async valuesToRestore(
    schema: TableSchema,
    id: string,
    { revision, field: only }: RevertRequest,
  ): Promise<Record<string, unknown>> {
    await revisions.flush(schema.name, [id])
    const since = await revisions.since(schema.name, id, revision)
    if (since.length === 0) throw notFound()
    const writable = new Set(writableFields(schema).map(([name]) => name))
    const values: Record<string, unknown> = {}
    if (only !== undefined) {
      const before = since.at(-1)!.changes?.[only]?.[0]
      if (before === undefined || before === erasedValue || !writable.has(only)) throw notFound()
      return { [only]: before }
    }
    for (const { changes = {} } of since.slice(0, -1))
      for (const [field, [before]] of Object.entries(changes))
        if (writable.has(field) && before !== erasedValue) values[field] = before
    return values
  },
})
