import type { TableRecord } from '@app/contracts/tables'
import { fullText } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import type { FieldSchema } from '@app/table-schema/schema'

type Props = { record: TableRecord; fields: readonly (readonly [string, FieldSchema])[] }

/** The fields that cannot be edited. */
export const ReadOnlyFields = ({ record, fields }: Props) => (
  <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-6 gap-y-3 rounded-xl bg-paper p-4 text-sm">
    {([['id', { type: 'string', title: 'ID' }], ...fields] as const).map(([name, field]) => (
      <div key={name} className="min-w-0">
        <dt className="text-muted">{titleOf(name, field)}</dt>
        <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{fullText(field, record[name]) || '–'}</dd>
      </div>
    ))}
  </dl>
)
