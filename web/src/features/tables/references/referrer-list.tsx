import { tabLabel } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { useQuery } from '@tanstack/react-query'
import { listPath } from '#lib/list-address'
import { referrersQuery } from './references.api'
import { useSchema } from './use-schema'

/** The other side of references: the lessons of a student, with a link to all of them. */
export function ReferrerList({ table, id }: { table: string; id: string }) {
  const { data = [] } = useQuery(referrersQuery(table, id))
  return data
    .filter(({ total }) => total > 0)
    .map((one) => <Referrers key={`${one.table} ${one.field}`} id={id} {...one} />)
}

type Props = {
  id: string
  table: string
  field: string
  total: number
  sample: readonly { id: string; label: string }[]
}

function Referrers({ id, table, field, total, sample }: Props) {
  const schema = useSchema(table)
  const title = `${schema ? tabLabel(schema) : table}: ${titleOf(field, schema?.properties[field])}`
  return (
    <section aria-label={title} className="grid gap-1 rounded-xl border border-line p-3 text-[0.93rem]">
      <h4 className="flex items-baseline gap-2 font-semibold">
        {title}
        <a href={listPath({ table, filters: { [field]: id } })} className="text-link ml-auto font-normal text-sm">
          all {total}
        </a>
      </h4>
      <ul className="grid gap-0.5">
        {sample.map((record) => (
          <li key={record.id}>
            <a href={listPath({ table, record: record.id })} className="text-link">
              {record.label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
