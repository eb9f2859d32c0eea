import type { Scope } from '@app/record-query'
import type { TableSchema } from '@app/table-schema'
import type { WireRecord } from '../tables/read-record'
import type { ReferenceStore } from './reference-store'

/** A record, and under the reserved name `references` what it refers to, as far as the scope reaches. */
export const addReferences =
  (references: Pick<ReferenceStore, 'of'>) =>
  async (scope: Scope, schema: TableSchema, record: WireRecord): Promise<WireRecord> => {
    const referred = await references.of(schema, [record], scope)
    return referred ? ({ ...record, references: referred } as WireRecord) : record
  }
