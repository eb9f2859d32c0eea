import type { Descriptor } from '@app/table-schema'
import type { WireRecord } from '../models/read-record'
import type { ReferenceStore } from '../models/reference-store'

/** A record, and under the reserved name `references` what it refers to. */
export const addReferences =
  (references: Pick<ReferenceStore, 'of'>) =>
  async (descriptor: Descriptor, record: WireRecord): Promise<WireRecord> => {
    const referred = await references.of(descriptor, [record])
    return referred ? ({ ...record, references: referred } as WireRecord) : record
  }
