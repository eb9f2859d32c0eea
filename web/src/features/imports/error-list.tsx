import {
  type ImportChange,
  type ImportError,
  type ImportReport,
  maxCorrectionLength,
  maxCorrectionsAtOnce,
} from '@app/contracts/imports'
import type { TableSchema } from '@app/table-schema/schema'
import { type FormEvent, useId, useState } from 'react'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { option } from '#ui/field'
import { columnOptions, likelyOption } from './likely-option'
import { Row, RowList } from './row-list'

type Corrections = NonNullable<ImportChange['corrections']>
type Props = {
  schema: TableSchema
  report: ImportReport
  busy: boolean
  onCorrect: (corrections: Corrections) => void
}

const cellOf = ({ row, column }: { row: number; column: string | null }) => `${row} ${column}`

/** Several errors of one cell are corrected by one value. */
function errorCells(errors: readonly ImportError[]) {
  const cells = new Map<string, { error: ImportError; messages: string[] }>()
  for (const [at, error] of errors.entries()) {
    const key = error.cell === undefined ? `error ${at}` : cellOf(error)
    const known = cells.get(key)
    if (known) known.messages.push(error.message)
    else cells.set(key, { error, messages: [error.message] })
  }
  return [...cells]
}

/** The errors of the rows. Each cell can be corrected here, and all of them are checked again at once. */
export function ErrorList({ schema, report, busy, onCorrect }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const cells = errorCells(report.errors)
  /** What was chosen, else the option that is probably meant. */
  const toOf = (key: string, { cell, column }: ImportError) =>
    typed.get(key) ??
    (cell === undefined || column === null
      ? undefined
      : (likelyOption(cell, columnOptions(schema, report, column)) ?? cell))
  const corrections: Corrections = cells.flatMap(([key, { error }]) => {
    const value = toOf(key, error)
    if (value === undefined || value === error.cell || error.column === null) return []
    return { row: error.row, column: error.column, value }
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (corrections.length > 0) onCorrect(corrections.slice(0, maxCorrectionsAtOnce))
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-3">
      <RowList
        empty="Every row can be imported."
        shown={new Set(report.errors.map(({ row }) => row)).size}
        total={report.errorRows}
      >
        {cells.map(([key, { error, messages }]) => {
          const { row, column, value, cell } = error
          const isNamed = column && !messages[0]!.startsWith(column)
          return (
            <Row key={key} row={row}>
              <span id={`${id}-${key}`} className="block">
                {isNamed && <span className="text-muted">{column}: </span>}
                {messages.join('; ')}
                {value && cell === undefined && `: “${value}”`}
              </span>
              {cell !== undefined && column !== null && (
                <CellInput
                  label={`Row ${row}, ${column}`}
                  describedBy={`${id}-${key}`}
                  options={columnOptions(schema, report, column)}
                  cell={cell}
                  value={toOf(key, error) ?? cell}
                  isChanged={toOf(key, error) !== cell}
                  disabled={busy}
                  onChange={(next) => setTyped(new Map(typed).set(key, next))}
                />
              )}
            </Row>
          )
        })}
      </RowList>
      {corrections.length > 0 && (
        <div className="sticky bottom-0 flex justify-end bg-paper py-2">
          <Button type="submit" size="small" disabled={busy}>
            {busy ? 'Checking...' : `Check ${counted(corrections.length, 'correction')}`}
          </Button>
        </div>
      )}
    </form>
  )
}

type CellProps = {
  label: string
  describedBy: string
  options: readonly string[]
  cell: string
  value: string
  isChanged: boolean
  disabled: boolean
  onChange: (value: string) => void
}

/** A cell of the file: a choice where its field has choices, else text. */
function CellInput({ label, describedBy, options, cell, value, isChanged, disabled, onChange }: CellProps) {
  const input = {
    'aria-label': label,
    'aria-describedby': describedBy,
    'data-changed': isChanged || undefined,
    value,
    className: 'control control-small mt-1 w-full max-w-sm data-changed:border-forest',
  }
  if (options.length > 0)
    return (
      <select {...input} disabled={disabled} onChange={({ target }) => onChange(target.value)}>
        {[cell, ...options.filter((option) => option !== cell)].map((value) => option(value, value || 'Empty'))}
      </select>
    )
  return (
    <input
      {...input}
      maxLength={maxCorrectionLength}
      readOnly={disabled}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
