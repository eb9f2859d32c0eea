import { mayUse, type User } from '@app/session'
import type { TableSchema } from '@app/table-schema'
import type { WireRecord } from '../models/read-record'
import type { ReferenceStore } from '../models/reference-store'

/** A record, and under the reserved name `references` what it refers to, as far as the user may see it. */
export const addReferences =
  (references: Pick<ReferenceStore, 'of'>) =>
  async (user: User, schema: TableSchema, record: WireRecord): Promise<WireRecord> => {
    const referred = await references.of(schema, [record], (table) => mayUse(user, table, 'view'))
    return referred ? ({ ...record, references: referred } as WireRecord) : record
  }
