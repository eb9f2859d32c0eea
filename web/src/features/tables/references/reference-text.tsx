import type { FieldDescriptor } from '@app/table-schema/descriptor'
import { referencedTable } from '@app/table-schema/references'
import { listPath } from '#lib/list-address'
import { referencedIds } from './labels'
import { useLabels } from './use-labels'

type Props = { field: FieldDescriptor; value: unknown; asLinks?: boolean }

/** The labels of referenced records, as links to them where there is room. */
export function ReferenceText({ field, value, asLinks = false }: Props) {
  const table = referencedTable(field) ?? ''
  const labels = useLabels()[table]
  const ids = referencedIds(value)
  if (!labels) return <span className="text-muted">{ids.length > 0 && '…'}</span>
  if (!asLinks) return ids.map((id) => labels.get(id)?.label ?? 'deleted record').join(', ')
  return (
    <ul className="grid gap-0.5">
      {ids.map((id) => {
        const choice = labels.get(id)
        return (
          <li key={id}>
            {choice ? (
              <a href={listPath({ table, record: id })} className="text-link">
                {choice.label}
              </a>
            ) : (
              <span className="text-muted">deleted record</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
