import type { ImportChange, ImportReport } from '@app/contracts/imports'
import type { TableSchema } from '@app/contracts/table-schema'
import { titleOf } from '@app/table-schema/field'
import { importableFields, isJoined, matchChoices } from '@app/table-schema/import-columns'
import { useId } from 'react'
import { option, SelectField } from '#ui/field'
import { ImportNotes, ReadingFields } from './reading-fields'

type Props = {
  schema: TableSchema
  report: ImportReport
  busy: boolean
  onChange: (change: ImportChange) => void
}

/** Columns without a guess come first: they need a decision. */
const doubtfulFirst = ({ headers, mapping }: ImportReport) =>
  headers
    .map((header, at) => ({ header, at }))
    .sort((one, other) => Number(Boolean(mapping[one.header])) - Number(Boolean(mapping[other.header])))

/** Fields that a new record needs, and that neither a column nor a default gives. */
const missingFields = ({ properties, required = [] }: TableSchema, used: ReadonlySet<unknown>) =>
  required
    .filter((name) => !used.has(name) && properties[name] && !properties[name].readOnly)
    .filter((name) => properties[name]!.default === undefined)
    .map((name) => titleOf(name, properties[name]))

/** The second step: what each column of the file stands for, and how rows find their records. */
export function ColumnsStep({ schema, report, busy, onChange }: Props) {
  const id = useId()
  const fields = importableFields(schema).map(([value, field]) => ({ value, label: titleOf(value, field) }))
  const relatives = report.family?.choices ?? []
  const choices = [{ value: 'id', label: 'ID' }, ...fields, ...relatives]
  const isShared = (value: string) =>
    isJoined(schema, value) || relatives.some((one) => one.value === value && one.isJoined)
  const used = new Set(Object.values(report.mapping))
  const missing = missingFields(schema, used)

  return (
    <div className="grid gap-4">
      <ImportNotes report={report} busy={busy} onChange={onChange} />
      {report.sheets && report.sheets.length > 1 && (
        <label className="grid gap-1.5 font-semibold">
          Sheet
          <select
            value={report.sheet}
            disabled={busy}
            onChange={({ target }) => onChange({ sheet: target.value })}
            className="control w-full font-normal"
          >
            {report.sheets.map((sheet) => (
              <option key={sheet}>{sheet}</option>
            ))}
          </select>
        </label>
      )}
      <ReadingFields report={report} busy={busy} onChange={onChange} />
      <SelectField
        id={`${id}-match`}
        label="Match existing records by"
        placeholder="None: every row is a new record"
        value={report.match ?? ''}
        disabled={busy}
        options={matchChoices(schema, report.mapping)}
        onValue={(value) => onChange({ match: value || null })}
      />
      <p role="status" className="text-sm text-warn empty:hidden">
        {missing.length > 0 && `No column for ${missing.join(', ')}, which a new record needs.`}
      </p>
      <ul aria-label="Columns of the file" className="grid divide-y divide-line border-line border-y">
        {doubtfulFirst(report).map(({ header, at }) => {
          const field = report.mapping[header]
          const samples = report.samples.map((row) => row[at]).filter(Boolean)
          return (
            <li key={header} className="grid items-center gap-x-4 gap-y-1 py-2.5 sm:grid-cols-2">
              <p className="min-w-0">
                <label htmlFor={`${id}-${at}`} className="font-semibold [overflow-wrap:anywhere]">
                  {header}
                </label>
                <span className="block truncate text-muted text-sm">
                  {samples.join(', ') || 'No values in the first rows'}
                </span>
              </p>
              <select
                id={`${id}-${at}`}
                value={field ?? ''}
                data-unused={field ? undefined : true}
                disabled={busy}
                onChange={({ target }) => onChange({ mapping: { [header]: target.value || null } })}
                className="control control-small w-full data-unused:border-warn-line data-unused:bg-warn-soft"
              >
                <option value="">Leave out</option>
                {choices
                  .filter(({ value }) => value === field || !used.has(value) || isShared(value))
                  .map(({ value, label }) => option(value, label))}
              </select>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
