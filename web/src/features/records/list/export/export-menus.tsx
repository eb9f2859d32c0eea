import { exportRecords } from '@app/contracts/records'
import { ArrowDownUp, Download, SlidersHorizontal, Upload } from 'lucide-react'
import { useState } from 'react'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { Button } from '#ui/button'
import { Popover } from '#ui/popover'
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

type Props = ExportChoices & { mayExport: boolean; onImport: (() => void) | undefined }

const item =
  'flex min-h-11 w-full items-center gap-2.5 rounded-lg px-2.5 py-1 text-left text-[0.95rem] hover:bg-sunken disabled:opacity-60'

/** Import and export in one menu, where there is no room for their buttons. */
export function FilesMenu({ onImport, mayExport, ...choices }: Props) {
  if (!onImport && !mayExport) return null
  return (
    <Popover
      label="Import and export"
      triggerLabel="Import and export"
      trigger={<ArrowDownUp className="size-4.5" aria-hidden="true" />}
      className="grid size-11 place-items-center rounded-control border-2 border-edge bg-card hover:border-forest"
    >
      {(close) => (
        <>
          {onImport && (
            <button
              type="button"
              className={item}
              onClick={() => {
                close()
                onImport()
              }}
            >
              <Upload className="size-4.5 text-muted" aria-hidden="true" />
              Import
            </button>
          )}
          {mayExport && <Exports {...choices} close={close} />}
        </>
      )}
    </Popover>
  )
}

function Exports(props: ExportChoices & { close: () => void }) {
  const { isRunning, onExport, close } = props
  const exports: readonly (readonly [string, ExportOptions])[] = [
    ['Export CSV', {}],
    // The same columns; a workbook is read by people.
    ['Export Excel', { format: 'xlsx', values: 'labels' }],
  ]
  const [showsOptions, setShowsOptions] = useState(false)
  return (
    <>
      {exports.map(([label, options]) => (
        <button
          key={label}
          type="button"
          className={item}
          disabled={isRunning}
          onClick={() => {
            close()
            onExport(options)
          }}
        >
          <Download className="size-4.5 text-muted" aria-hidden="true" />
          {label}
        </button>
      ))}
      <button
        type="button"
        className={item}
        aria-expanded={showsOptions}
        onClick={() => setShowsOptions(!showsOptions)}
      >
        <SlidersHorizontal className="size-4.5 text-muted" aria-hidden="true" />
        Export options
      </button>
      {showsOptions && <ExportForm {...props} />}
    </>
  )
}
