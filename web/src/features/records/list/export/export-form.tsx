import { exportRecords } from '@app/contracts/records'
import { useState } from 'react'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { Button } from '#ui/button'
import { useList } from '../state/list-provider'
import { type ExportOptions, maxExportIds } from './use-export'

export type ExportChoices = {
  selected: ReadonlySet<string>
  isRunning: boolean
  onExport: (options: ExportOptions) => void
}

type Format = NonNullable<ExportOptions['format']>
const formats: readonly (readonly [Format, string])[] = [
  ['csv', 'As CSV'],
  ['xlsx', 'As Excel'],
]

type FormProps = ExportChoices & { close: () => void }

/** The content of an export: which records, which columns, and labels or stored values. */
export function ExportForm({ selected, isRunning, onExport, close }: FormProps) {
  const { schema, page, columns: arranged } = useList()
  const shown = arranged.shown.map(({ key }) => key)
  useRecentSignIn('This export', exportRecords, schema.name)
  const [values, setValues] = useState<'stored' | 'labels'>('labels')
  const [columns, setColumns] = useState<'all' | 'shown'>('shown')
  const [records, setRecords] = useState<'matching' | 'selected'>('matching')
  const canSelect = selected.size > 0 && selected.size <= maxExportIds
  const which = canSelect ? records : 'matching'
  function start(format: Format) {
    onExport({
      values,
      format,
      ...(columns === 'shown' && { columns: shown }),
      ...(which === 'selected' && { ids: [...selected] }),
    })
    close()
  }
  return (
    <div className="grid w-64 gap-3 p-2">
      <Choice
        title="Values"
        value={values}
        onValue={setValues}
        options={[
          ['labels', 'Labels, as in the list'],
          ['stored', 'Stored values, for a later import'],
        ]}
      />
      <Choice
        title="Columns"
        value={columns}
        onValue={setColumns}
        options={[
          ['shown', `The ${shown.length} columns shown`],
          ['all', 'All columns'],
        ]}
      />
      {canSelect && (
        <Choice
          title="Records"
          value={which}
          onValue={setRecords}
          options={[
            ['matching', `All ${page.data?.total ?? ''} matching`],
            ['selected', `The ${selected.size} selected`],
          ]}
        />
      )}
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1 font-semibold text-sm">Export</legend>
        {formats.map(([format, label]) => (
          <Button key={format} size="small" disabled={isRunning} onClick={() => start(format)}>
            {label}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}

type ChoiceProps<Value extends string> = {
  title: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onValue: (value: Value) => void
}

const Choice = <Value extends string>({ title, value, options, onValue }: ChoiceProps<Value>) => (
  <fieldset className="grid gap-0.5">
    <legend className="font-semibold text-sm">{title}</legend>
    {options.map(([option, label]) => (
      <label key={option} className="flex min-h-9 items-center gap-2.5 text-[0.95rem]">
        <input
          type="radio"
          name={title}
          checked={option === value}
          onChange={() => onValue(option)}
          className="size-4 accent-(--color-primary)"
        />
        {label}
      </label>
    ))}
  </fieldset>
)
