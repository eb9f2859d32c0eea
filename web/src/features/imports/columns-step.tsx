import type { Delimiter, ImportChange, ImportReport } from '@app/contracts/imports'
import type { TableSchema } from '@app/contracts/table-schema'
import { titleOf } from '@app/table-schema/field'
import { importableFields, isJoined, matchChoices } from '@app/table-schema/import-columns'
import { useId } from 'react'
import { SmallButton } from '#ui/button'
import { option, SelectField } from '#ui/field'
import { Notice } from '#ui/notice'

type ImportNotesProps = { report: ImportReport; busy: boolean; onChange: (change: ImportChange) => void }

const delimiters: readonly { value: Delimiter; label: string }[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
]
const encodings: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Western (Windows)',
  'windows-1250': 'Central European (Windows)',
  'windows-1251': 'Cyrillic (Windows)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'iso-8859-2': 'Central European (ISO)',
  'x-mac-ce': 'Central European (Mac)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  ibm866: 'Cyrillic (DOS)',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  'windows-1257': 'Baltic',
  'windows-874': 'Thai',
  ibm850: 'Western (DOS)',
  ibm852: 'Central European (DOS)',
  ibm857: 'Turkish (DOS)',
  macintosh: 'Western (Mac)',
  gb18030: 'Chinese, simplified',
  big5: 'Chinese, traditional',
  shift_jis: 'Japanese (Shift-JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'euc-kr': 'Korean',
}

/** Notes on uncertain parts of a file, each with the field that answers it. */
export function ImportNotes({ report, busy, onChange }: ImportNotesProps) {
  const { notes = [], encodings: choices = [], encoding, dayFirst } = report
  return notes.map(({ kind, column, message, mustAnswer }) => (
    <Notice key={`${kind} ${column}`} tone={mustAnswer ? 'bad' : 'warn'}>
      <p>{message}</p>
      {kind === 'day-month' && (
        <fieldset className="mt-2 flex flex-wrap gap-2">
          <legend className="sr-only">Order of day and month</legend>
          {[
            { label: 'Month first', value: false },
            { label: 'Day first', value: true },
          ].map(({ label, value }) => (
            <SmallButton
              key={label}
              aria-pressed={dayFirst === value}
              disabled={busy}
              onClick={() => onChange({ dayFirst: value })}
            >
              {label}
            </SmallButton>
          ))}
        </fieldset>
      )}
      {kind === 'encoding' && (
        <fieldset className="mt-2 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
          <legend className="sr-only">How the letters are stored</legend>
          {choices.map(({ encoding: value, samples }) => (
            <label key={value} className="flex items-start gap-2">
              <input
                type="radio"
                name="encoding"
                checked={value === encoding}
                disabled={busy}
                onChange={() => onChange({ encoding: value })}
                className="mt-1.5 size-4 accent-(--color-primary)"
              />
              <span className="min-w-0">
                {encodings[value] ?? value}
                {samples.map((sample) => (
                  <span key={sample} className="block truncate text-muted text-sm">
                    {sample}
                  </span>
                ))}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Notice>
  ))
}

/** The row of the headings and the separator of a CSV file: as detected, and to be corrected. */
function ReadingFields({ report, busy, onChange }: ImportNotesProps) {
  const id = useId()
  const { headingRow, delimiter } = report
  if (headingRow === undefined) return null
  return (
    <div className="flex flex-wrap items-end gap-4">
      <label htmlFor={`${id}-row`} className="grid gap-1.5 font-semibold">
        Headings are in row
        <input
          // Another value from the service begins anew.
          key={headingRow}
          id={`${id}-row`}
          type="number"
          min={1}
          max={1000}
          defaultValue={headingRow}
          readOnly={busy}
          onBlur={({ target }) => {
            const row = Number(target.value)
            if (Number.isInteger(row) && row >= 1 && row !== headingRow) onChange({ headingRow: row })
          }}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          className="control w-28 font-normal"
        />
      </label>
      {delimiter !== undefined && (
        <label className="grid gap-1.5 font-semibold">
          Separator
          <select
            value={delimiter}
            disabled={busy}
            onChange={({ target }) => onChange({ delimiter: target.value as Delimiter })}
            className="control font-normal"
          >
            {delimiters.map(({ value, label }) => option(value, label))}
          </select>
        </label>
      )}
    </div>
  )
}

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
            {report.sheets.map((sheet) => option(sheet, sheet))}
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
