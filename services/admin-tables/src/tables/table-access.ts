import { isReservedName } from '@app/contracts/collections'
import { hiddenInquiryFields, inquiryTable, newInquiryFields } from '@app/contracts/inquiries'
import type { TableSchema } from '@app/table-schema'

/** Collections of which a table may show these fields and no other. */
const curated: Record<string, ReadonlySet<string>> = {
  users: new Set(['id', 'email', 'name', 'picture', 'role', 'provider', 'created_at', 'updated_at']),
}

/** Fields that a table must not show: they belong to mail delivery and to deduplication. */
const hidden: Record<string, ReadonlySet<string>> = {
  [inquiryTable]: new Set(hiddenInquiryFields),
}

/** Values that a record gets in addition to its fields when staff create it, so that the other services can read it. */
export const unseenFields: Record<string, Readonly<Record<string, unknown>>> = {
  [inquiryTable]: newInquiryFields,
}

/** Why a table must not be reachable, if there is a reason. */
export function exposureFault({ name, properties }: TableSchema): string | undefined {
  if (isReservedName(name)) return 'names an internal collection'
  const extra = Object.keys(properties).find(
    (field) => hidden[name]?.has(field) || (curated[name] && !curated[name].has(field)),
  )
  return extra && `shows the field ${extra}, which stays hidden`
}
