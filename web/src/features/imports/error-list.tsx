import { comparable } from '@app/contracts/comparable'
import { editDistance } from '@app/contracts/edit-distance'
import {
  type ImportChange,
  type ImportError,
  type ImportReport,
  maxCorrectionLength,
  maxCorrectionsAtOnce,
  maxReplacementsAtOnce,
} from '@app/contracts/imports'
import { optionsOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { type FormEvent, useId, useState } from 'react'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { option } from '#ui/field'
import { Row, RowList } from './row-list'

/** The choices that the cells of a column have, if its field has any. */
function columnOptions(schema: TableSchema, { mapping, family }: ImportReport, column: string): string[] {
  const target = mapping[column] ?? ''
  const ofRelative = family?.choices.find(({ value }) => value === target)
  if (ofRelative) return ofRelative.options
  const field = schema.properties[target]
  return optionsOf(field?.items ?? field).map(({ label }) => label)
}

/** Too few letters say nothing. */
const minLength = 3
/** The shortest words in which one typo, and two, leave no doubt. */
const typoLength = 5
const twoTypoLength = 8

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** "class 1" does not stand for "class 11". */
const isShortened = (typed: string, word: string) =>
  word.startsWith(typed) && ['', digitsOf(word)].includes(digitsOf(typed))

/** The first letter and the digits are as meant: "unpaid" is no misspelling of "paid", "level 3" none of "level 1". */
function isMisspelled(typed: string, word: string): boolean {
  const length = Math.min(typed.length, word.length)
  if (length < typoLength || typed[0] !== word[0] || digitsOf(typed) !== digitsOf(word)) return false
  return editDistance(typed, word) <= (length < twoTypoLength ? 1 : 2)
}

/** The option that a value of a file almost surely means: an abbreviation or a misspelling of this one alone. */
export function likelyOption(value: string, options: readonly string[]): string | undefined {
  const typed = comparable(value).replace(/\.$/, '')
  if (typed.length < minLength) return undefined
  const meant = options.filter((option) => {
    const word = comparable(option)
    return isShortened(typed, word) || isMisspelled(typed, word)
  })
  return meant.length === 1 ? meant[0] : undefined
}

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

type FaultListProps = {
  schema: TableSchema
  report: ImportReport
  busy: boolean
  onReplace: (replacements: NonNullable<ImportChange['replacements']>) => void
}
type Fault = NonNullable<ImportReport['faults']>[number]

const keyOf = ({ column, value, message }: Fault) => `${column}\n${value}\n${message}`

/** Values that keep several rows from being imported: each is corrected once for all of them. */
export function FaultList({ schema, report, busy, onReplace }: FaultListProps) {
  const id = useId()
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const faults = (report.faults ?? []).filter(({ rows }) => rows > 1)
  if (faults.length === 0) return null
  /** What was chosen, else the option that is probably meant. */
  const toOf = (fault: Fault) =>
    typed.get(keyOf(fault)) ?? likelyOption(fault.value, columnOptions(schema, report, fault.column)) ?? ''
  const chosen = faults.flatMap((fault) => {
    const to = toOf(fault)
    return to === '' || to === fault.value ? [] : [{ column: fault.column, from: fault.value, to }]
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (chosen.length > 0) onReplace(chosen.slice(0, maxReplacementsAtOnce))
  }
  return (
    <form onSubmit={onSubmit} aria-label="Values of several rows" className="grid gap-3">
      <ul className="grid gap-3">
        {faults.map((fault, at) => {
          const key = keyOf(fault)
          const { column, value, message, rows } = fault
          const options = columnOptions(schema, report, column)
          const input = { id: `${id}-${at}`, value: toOf(fault), disabled: busy }
          const type = (next: string) => setTyped(new Map(typed).set(key, next))
          return (
            <li key={key} className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-2">
              <label htmlFor={input.id} className="min-w-0 [overflow-wrap:anywhere]">
                <span className="text-muted">{column}: </span>
                <strong>{value}</strong>, {counted(rows, 'row')}
                <span className="block text-muted text-sm">{message}</span>
              </label>
              {options.length > 0 ? (
                <select
                  {...input}
                  onChange={({ target }) => type(target.value)}
                  className="control control-small w-full"
                >
                  <option value="">Choose what it means</option>
                  {options.map((each) => option(each, each))}
                </select>
              ) : (
                <input
                  {...input}
                  maxLength={maxCorrectionLength}
                  autoComplete="off"
                  placeholder="Instead of it"
                  onChange={({ target }) => type(target.value)}
                  className="control control-small w-full"
                />
              )}
            </li>
          )
        })}
      </ul>
      {chosen.length > 0 && (
        <div className="flex justify-end">
          <Button type="submit" size="small" disabled={busy}>
            {busy
              ? 'Checking...'
              : `Put right in ${counted(
                  faults
                    .filter((one) => chosen.some(({ column, from }) => one.column === column && one.value === from))
                    .reduce((sum, { rows }) => sum + rows, 0),
                  'row',
                )}`}
          </Button>
        </div>
      )}
    </form>
  )
}
