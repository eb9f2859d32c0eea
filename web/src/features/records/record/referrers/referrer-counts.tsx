import type { ReferrerCount, Referrers } from '@app/contracts/tables'
import { tabLabel } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { listPath } from '#lib/list-address'
import { useSchema } from '../../list/use-schema'

type Props = { referrers: readonly ReferrerCount[]; samples: Referrers }

/** Records that refer to one that is about to be deleted, counted by table. */
export const ReferrerCounts = ({ referrers, samples }: Props) => (
  <div role="status" className="mt-3 grid gap-1.5">
    <p className="font-semibold">Other records refer to it:</p>
    <ul className="grid gap-1.5">
      {referrers.map((one) => (
        <Line
          key={`${one.table} ${one.field}`}
          {...one}
          sample={samples.find(({ table, field }) => table === one.table && field === one.field)?.sample ?? []}
        />
      ))}
    </ul>
    <p className="text-muted text-sm">Undo, or a restore from the trash, adds it to them again.</p>
  </div>
)

function Line({ table, field, total, sample }: Referrers[number]) {
  const schema = useSchema(table)
  const name = `${schema ? tabLabel(schema) : table}, ${titleOf(field, schema?.properties[field])}`
  const more = total - sample.length
  return (
    <li className="rounded-lg border border-line px-3 py-1.5 text-[0.93rem]">
      <span className="font-semibold">
        {name}: {total}
      </span>
      {sample.length > 0 && (
        <span className="block text-muted text-sm [overflow-wrap:anywhere]">
          {sample.map((record, at) => (
            <span key={record.id}>
              {at > 0 && ', '}
              <a href={listPath({ table, record: record.id })} target="_blank" rel="noreferrer" className="text-link">
                {record.label}
              </a>
            </span>
          ))}
          {more > 0 && ` and ${more} more`}
        </span>
      )}
    </li>
  )
}
