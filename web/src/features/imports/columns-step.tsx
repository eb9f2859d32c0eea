import type { ImportChange, ImportReport } from '@app/contracts/imports'
import type { Descriptor } from '@app/contracts/table-descriptor'
import { titleOf } from '@app/table-schema/field'
import { importableFields } from '@app/table-schema/import-columns'
import { useId } from 'react'
import { SelectField } from '#ui/field'

type Props = {
  schema: Descriptor
  report: ImportReport
  busy: boolean
  onChange: (change: ImportChange) => void
}

/** Columns that nothing was found for come first: they need a decision. */
const doubtfulFirst = ({ headers, mapping }: ImportReport) =>
  headers
    .map((header, at) => ({ header, at }))
    .sort((one, other) => Number(Boolean(mapping[one.header])) - Number(Boolean(mapping[other.header])))

/** The second step: what each column of the file stands for, and how rows find their records. */
export function ColumnsStep({ schema, report, busy, onChange }: Props) {
  const id = useId()
  const fields = importableFields(schema).map(([value, field]) => ({ value, label: titleOf(value, field) }))
  const used = new Set(Object.values(report.mapping))
  const matchable = [{ value: 'id', label: 'ID' }, ...fields].filter(({ value }) => used.has(value))

  return (
    <div className="grid gap-5">
      <ul className="grid gap-3">
        {doubtfulFirst(report).map(({ header, at }) => (
          <li
            key={header}
            data-unused={report.mapping[header] ? undefined : true}
            className="grid items-end gap-x-4 gap-y-1 rounded-xl border border-line p-3 data-unused:border-warn-line data-unused:bg-warn-soft sm:grid-cols-[1fr_1fr]"
          >
            <SelectField
              id={`${id}-${at}`}
              label={header}
              placeholder="Leave out"
              value={report.mapping[header] ?? ''}
              disabled={busy}
              options={[{ value: 'id', label: 'ID' }, ...fields].filter(
                ({ value }) => value === report.mapping[header] || !used.has(value),
              )}
              onChange={({ target }) => onChange({ mapping: { [header]: target.value || null } })}
            />
            <p className="min-w-0 truncate pb-3 text-muted text-sm">
              {report.samples
                .map((row) => row[at])
                .filter(Boolean)
                .join(', ') || 'No values in the first rows'}
            </p>
          </li>
        ))}
      </ul>
      <SelectField
        id={`${id}-match`}
        label="A row changes the record with the same"
        placeholder="None: every row is a new record"
        value={report.match ?? ''}
        disabled={busy}
        options={matchable}
        onChange={({ target }) => onChange({ match: target.value || null })}
      />
    </div>
  )
}
