import { referencedTable, referenceLabel } from '@app/table-schema/references'
import type { FieldSchema } from '@app/table-schema/schema'
import { listPath } from '#lib/list-address'
import { useRights } from '#lib/rights'
import { Badge } from '#ui/badge'
import { referenceValues, useLabels } from './references.api'

type Props = { field: FieldSchema; value: unknown; asLinks?: boolean }

/** The labels of referenced records; with `asLinks` a list of links to them with their badges. */
export function ReferenceText({ field, value, asLinks = false }: Props) {
  const table = referencedTable(field) ?? ''
  const mayView = useRights()(table, 'view')
  const labels = useLabels()
  const ids = referenceValues(value)
  if (!asLinks) return ids.map((id) => referenceLabel(labels, table, id)).join(', ')
  return (
    <ul className="grid gap-0.5">
      {ids.map((id) => {
        const known = labels[table]?.[id]
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-2">
            {known && !known.deleted && mayView ? (
              <a href={listPath({ table, record: id })} className="text-link">
                {known.label}
              </a>
            ) : (
              <span className={known && !known.deleted ? undefined : 'text-muted'}>
                {referenceLabel(labels, table, id)}
              </span>
            )}
            {known?.badges?.map((badge) => (
              <Badge key={badge.label} {...badge} />
            ))}
          </li>
        )
      })}
    </ul>
  )
}
