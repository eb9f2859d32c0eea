import { startImport } from '@app/contracts/import-calls'
import type { ImportReport } from '@app/contracts/imports'
import type { TableSchema } from '@app/contracts/table-schema'
import { tabLabel } from '@app/table-schema/cell'
import { FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { useListener } from '#lib/use-listener'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FileButton } from '#ui/file-button'
import { Spinner } from '#ui/icon'
import { Notice } from '#ui/notice'
import { CheckStep } from './check-step'
import { ColumnsStep, ImportNotes } from './columns-step'
import { FaultList } from './error-list'
import { type Step, useImport } from './use-import'

type Props = {
  schema: TableSchema
  onClose: () => void
  onApplied: (report: ImportReport) => void
}

const steps: { key: Step; label: string }[] = [
  { key: 'file', label: 'File' },
  { key: 'columns', label: 'Columns' },
  { key: 'check', label: 'Check' },
]

/** Imports a file in three steps; nothing is written before the last one is confirmed. */
export function ImportDialog({ schema, onClose, onApplied }: Props) {
  useRecentSignIn('This import', startImport, schema.name)
  const { report, isOutdated, step, show, choose, change, apply, close, busy, isUploading, failure } = useImport(
    schema.name,
  )
  const ready = report ? report.create + report.update : 0
  const mustAnswer = report?.notes?.some((note) => note.mustAnswer) ?? false
  const isRunning = report?.state === 'checking' || report?.state === 'applying'
  const isStopped = report?.state === 'failed' && report.batch !== undefined

  const stepList = useRef<HTMLOListElement>(null)
  const shownStep = useRef(step)
  // The button that led here is gone: the focus goes on to the step that is shown.
  useEffect(() => {
    if (shownStep.current !== step) stepList.current?.focus()
    shownStep.current = step
  }, [step])
  useEffect(() => {
    if (report?.state !== 'applied') return
    close()
    onApplied(report)
  }, [report, onApplied, close])
  const leave = () => {
    close()
    onClose()
  }

  return (
    <Dialog
      title={`Import into ${tabLabel(schema)}`}
      busy={report?.state === 'applying'}
      onClose={leave}
      footer={
        <>
          {step === 'check' && !isStopped && (
            <Button
              variant="quiet"
              className="mr-auto px-0!"
              disabled={busy || isRunning}
              onClick={() => show('columns')}
            >
              Back
            </Button>
          )}
          <Button variant="outline" disabled={report?.state === 'applying'} onClick={leave}>
            {isStopped ? 'Close' : 'Cancel'}
          </Button>
          {step === 'columns' && (
            <Button disabled={busy} onClick={() => show('check')}>
              Check the rows
            </Button>
          )}
          {step === 'check' && !isStopped && (
            <Button disabled={busy || report?.state !== 'checked' || ready === 0 || mustAnswer} onClick={apply}>
              {report?.state === 'applying' ? 'Importing...' : `Import ${counted(ready, 'row')}`}
            </Button>
          )}
        </>
      }
    >
      <ol ref={stepList} tabIndex={-1} className="mb-4 flex flex-wrap gap-x-5 gap-y-1 outline-none" aria-label="Steps">
        {steps.map(({ key, label }, at) => (
          <li
            key={key}
            aria-current={key === step ? 'step' : undefined}
            className="group flex items-center gap-2 text-muted text-sm aria-[current=step]:font-semibold aria-[current=step]:text-ink"
          >
            <span className="grid size-6 place-items-center rounded-full border border-edge font-display font-semibold text-xs group-aria-[current=step]:border-primary group-aria-[current=step]:bg-primary group-aria-[current=step]:text-on-primary">
              {at + 1}
            </span>
            {label}
          </li>
        ))}
      </ol>
      {failure && (
        <div className="mb-4">
          <Notice tone="bad" takesFocus text={failure} />
        </div>
      )}
      {step === 'file' && <FileStep isUploading={isUploading} onFile={choose} />}
      {step === 'columns' && report && <ColumnsStep schema={schema} report={report} busy={busy} onChange={change} />}
      {step === 'check' && report && (
        <>
          {isRunning && (
            <p role="status" className="mb-4 flex items-center gap-2">
              <Spinner />
              {report.state === 'applying'
                ? `Importing: ${counted(report.applied, 'row')} so far`
                : `Checking: ${counted(report.total, 'row')} so far`}
              {isOutdated && '. The progress could not be updated; trying again.'}
            </p>
          )}
          {!isRunning && !report.batch && (
            <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
              <ImportNotes report={report} busy={busy} onChange={change} />
              <FaultList
                key={JSON.stringify(report.replacements)}
                schema={schema}
                report={report}
                busy={busy}
                onReplace={(replacements) => change({ replacements })}
              />
            </div>
          )}
          {!isRunning && (
            <CheckStep
              key={report.batch ?? JSON.stringify([report.corrections, report.replacements])}
              schema={schema}
              report={report}
              busy={busy}
              onCorrect={(corrections) => change({ corrections })}
              onReplace={(replacements) => change({ replacements })}
            />
          )}
        </>
      )}
    </Dialog>
  )
}

type FileStepProps = { isUploading: boolean; onFile: (file: File) => void }

/** A copy from a spreadsheet, as a file: cells are separated by tabs. */
const pastedFile = (text: string) => new File([text], 'Pasted rows', { type: 'text/tab-separated-values' })

/** The first step: choose, drop or paste. */
function FileStep({ isUploading, onFile }: FileStepProps) {
  const [isOver, setIsOver] = useState(false)

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  // Wherever the focus is: there is no other place to paste into. Spreadsheets also copy a picture of the cells.
  useListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const file = text.includes('\n') ? pastedFile(text) : event.clipboardData?.files[0]
    if (!file || isUploading) return
    event.preventDefault()
    onFile(file)
  })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className="grid justify-items-center gap-3 rounded-2xl border-2 border-edge border-dashed bg-sunken px-4 py-10 text-center data-over:border-forest"
    >
      <FileUp className="size-9 text-muted" aria-hidden="true" />
      <FileButton
        data-first
        accept=".xlsx,.csv,.tsv,.txt,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,text/tab-separated-values"
        disabled={isUploading}
        onFiles={([file]) => onFile(file)}
        className="min-h-11 gap-2 bg-primary px-5 py-2 text-on-primary has-focus-visible:outline-offset-2 hover:bg-primary-strong"
      >
        {isUploading ? <Spinner className="size-4 text-on-primary!" /> : null}
        {isUploading ? 'Reading the file...' : 'Choose a file'}
      </FileButton>
      <p className="max-w-prose text-muted">
        An Excel workbook (.xlsx) or CSV. Or drop it here, or paste rows copied from a spreadsheet. The first row names
        the columns. Nothing is changed until you have seen what would happen.
      </p>
    </div>
  )
}
