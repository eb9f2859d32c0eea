import { ArrowDownUp, Download, SlidersHorizontal, Upload } from 'lucide-react'
import { useState } from 'react'
import { Popover } from '#ui/popover'
import { type ExportChoices, ExportForm } from './export-form'
import type { ExportOptions } from './use-export'

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
