import type { PreviewRow } from '@app/contracts/incoming-hooks'
import type { TableSchema } from '@app/contracts/table-schema'
import { fullText } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import { rowTitles } from './hook-words'

type Props = { schema: TableSchema; rows: readonly PreviewRow[] }

/** What the latest bookings would do. */
export const PreviewList = ({ schema, rows }: Props) => (
  <section aria-label="What would happen" className="grid gap-2">
    <h3 className="font-semibold">What would happen</h3>
    {rows.length === 0 && <p className="text-muted">Nothing has come yet.</p>}
    <ul className="grid divide-y divide-line border-line border-y">
      {rows.map(({ delivery, externalId, state, reason, values }) => (
        <li key={`${delivery} ${externalId}`} className="grid gap-0.5 py-2 [overflow-wrap:anywhere]">
          <span className="font-semibold">{rowTitles[state]}</span>
          {reason && <span className="text-warn">{reason}</span>}
          <span className="text-sm">
            {Object.entries(values)
              .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
              .map(([name, value]) => {
                const field = schema.properties[name] ?? { type: 'string' as const }
                return `${titleOf(name, field)}: ${fullText(field, value)}`
              })
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
