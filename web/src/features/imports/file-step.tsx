import { FileUp } from 'lucide-react'
import { type ChangeEvent, type ClipboardEvent, type DragEvent, useState } from 'react'
import { Spinner } from '#ui/spinner'

type Props = { isUploading: boolean; onFile: (file: File) => void }

/** What was copied from a spreadsheet, as a file: cells are parted by tabs. */
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
  function onPaste(event: ClipboardEvent) {
    const file = event.clipboardData.files[0]
    const text = event.clipboardData.getData('text/plain')
    if (!file && !text.includes('\n')) return
    event.preventDefault()
    onFile(file ?? pastedFile(text))
  }
  function onChoose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = ''
    if (file) onFile(file)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are shortcuts for the button inside
    <div
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      onPaste={onPaste}
      className="grid justify-items-center gap-3 rounded-2xl border-2 border-edge border-dashed bg-sunken px-4 py-10 text-center data-over:border-forest"
    >
      <FileUp className="size-9 text-muted" aria-hidden="true" />
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control bg-primary px-5 py-2 font-display font-semibold text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 hover:bg-primary-strong">
        {isUploading ? <Spinner className="size-4 text-on-primary!" /> : null}
        {isUploading ? 'Reading the file...' : 'Choose a CSV file'}
        <input
          data-first
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          disabled={isUploading}
          onChange={onChoose}
          className="sr-only"
        />
      </label>
      <p className="max-w-prose text-muted">
        Or drop it here, or paste rows copied from a spreadsheet. The first row names the columns. Nothing is changed
        until you have seen what would happen.
      </p>
    </div>
  )
}
