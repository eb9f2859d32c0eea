import type { DatedReferrers, Referrers } from '@app/contracts/tables'
import { tabLabel } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { useQuery } from '@tanstack/react-query'
import { type Filters, listPath } from '#lib/list-address'
import { dateText } from '../../list/date-text'
import { referrersQuery } from '../../list/references/references.api'
import { useExtension, useSchema } from '../../list/use-schema'

/** The other side of references: the lessons of a student, with a link to all of them. */
export function ReferrerList({ table, id }: { table: string; id: string }) {
  const { data = [] } = useQuery(referrersQuery(table, id))
  return data
    .filter(({ total }) => total > 0)
    .map((one) => <ReferrersOfField key={`${one.table} ${one.field}`} id={id} {...one} />)
}

type Sample = Referrers[number]['sample']

function ReferrersOfField({ id, table, field, total, sample, coming, past }: Referrers[number] & { id: string }) {
  const schema = useSchema(table)
  const { referrerTitles = {} } = useExtension(table)
  const described = `${schema ? tabLabel(schema) : table}: ${titleOf(field, schema?.properties[field])}`
  const title = Object.hasOwn(referrerTitles, field) ? referrerTitles[field] : described
  const start = schema?.calendar?.start
  const startField = start === undefined ? undefined : schema?.properties[start]
  const all = { [field]: id }
  const dateOf = (at: string) => (startField && dateText(startField, at)) ?? at
  return (
    <section aria-label={title} className="grid gap-1 rounded-xl border border-line p-3 text-[0.93rem]">
      <h4 className="flex items-baseline gap-2 font-semibold">
        {title}
        <AllOf table={table} filters={all} total={total} />
      </h4>
      {coming && past && start !== undefined ? (
        <>
          <Dated
            name="Coming"
            table={table}
            filters={{ ...all, [`${start}__gte`]: 'today' }}
            dateOf={dateOf}
            {...coming}
          />
          <Dated name="Past" table={table} filters={{ ...all, [`${start}__lt`]: 'today' }} dateOf={dateOf} {...past} />
        </>
      ) : (
        <RecordLinks table={table} records={sample} />
      )}
    </section>
  )
}

type DatedProps = DatedReferrers & { name: string; table: string; filters: Filters; dateOf: (at: string) => string }

function Dated({ name, table, filters, total, sample, dateOf }: DatedProps) {
  if (total === 0) return null
  return (
    <>
      <h5 className="flex items-baseline gap-2 text-muted">
        {name}
        {total > sample.length && <AllOf table={table} filters={filters} total={total} />}
      </h5>
      <RecordLinks table={table} records={sample} dateOf={dateOf} />
    </>
  )
}

const AllOf = ({ table, filters, total }: { table: string; filters: Filters; total: number }) => (
  <a href={listPath({ table, filters })} className="text-link ml-auto font-normal text-sm">
    all {total}
  </a>
)

type LinksProps = { table: string; records: Sample; dateOf?: (at: string) => string }

const RecordLinks = ({ table, records, dateOf }: LinksProps) => (
  <ul className="grid gap-0.5">
    {records.map(({ id, label, at }) => (
      <li key={id} className="flex flex-wrap gap-x-2">
        {at && dateOf && <span>{dateOf(at)}</span>}
        <a href={listPath({ table, record: id })} className="text-link">
          {label}
        </a>
      </li>
    ))}
  </ul>
)
