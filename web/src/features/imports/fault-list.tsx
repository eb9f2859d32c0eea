import {
  type ImportChange,
  type ImportReport,
  maxCorrectionLength,
  maxReplacementsAtOnce,
} from '@app/contracts/imports'
import type { TableSchema } from '@app/table-schema/schema'
import { type FormEvent, useId, useState } from 'react'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { columnOptions, likelyOption } from './likely-option'

type Props = {
  schema: TableSchema
  report: ImportReport
  busy: boolean
  onReplace: (replacements: NonNullable<ImportChange['replacements']>) => void
}
type Fault = NonNullable<ImportReport['faults']>[number]

const keyOf = ({ column, value, message }: Fault) => `${column}\n${value}\n${message}`

/** Values that several rows cannot be imported with: each is put right once for all of them. */
export function FaultList({ schema, report, busy, onReplace }: Props) {
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
                  {options.map((option) => (
                    <option key={option}>{option}</option>
                  ))}
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
