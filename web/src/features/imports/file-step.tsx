import { FileUp } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useState } from 'react'
import { useListener } from '#lib/use-listener'
import { Spinner } from '#ui/icon'

type Props = { isUploading: boolean; onFile: (file: File) => void }

/** A copy from a spreadsheet, as a file: cells are separated by tabs. */
const pastedFile = (text: string) => new File([text], 'Pasted rows', { type: 'text/tab-separated-values' })

/** The first step: choose, drop or paste. */
export function FileStep({ isUploading, onFile }: Props) {
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

  function onChoose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = ''
    if (file) onFile(file)
  }

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
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control bg-primary px-5 py-2 font-display font-semibold text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 hover:bg-primary-strong">
        {isUploading ? <Spinner className="size-4 text-on-primary!" /> : null}
        {isUploading ? 'Reading the file...' : 'Choose a file'}
        <input
          data-first
          type="file"
          accept=".xlsx,.csv,.tsv,.txt,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,text/tab-separated-values"
          disabled={isUploading}
          onChange={onChoose}
          className="sr-only"
        />
      </label>
      <p className="max-w-prose text-muted">
        An Excel workbook (.xlsx) or CSV. Or drop it here, or paste rows copied from a spreadsheet. The first row names
        the columns. Nothing is changed until you have seen what would happen.
      </p>
    </div>
  )
}
