import { isFileUrl } from '@app/contracts/file-url'
import { uploadFile } from '@app/contracts/files'
import { maxUploadBytes, type UploadKind } from '@app/contracts/tables'
import { fullText } from '@app/table-schema/cell'
import { FileText, Trash2, Upload } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { formOf } from '#lib/files'
import { useCallMutation } from '#lib/queries'
import { FileButton } from '#ui/file-button'
import { Spinner } from '#ui/icon'
import { ErrorText } from '#ui/load-state'
import {
  CheckboxListWidget,
  CheckboxWidget,
  DateTimeWidget,
  DateWidget,
  ReferenceWidget,
  SelectWidget,
} from './choice-widgets'
import { NumberWidget, RichTextWidget, TextAreaWidget, TextWidget } from './text-widgets'
import { textOf, type WidgetKind, type WidgetProps } from './widget'

const accepted: Record<UploadKind, string> = {
  image: 'image/png,image/jpeg,image/webp',
  file: 'image/png,image/jpeg,image/webp,application/pdf,.png,.jpg,.jpeg,.webp,.pdf',
}
const tooLarge = `The file is larger than ${maxUploadBytes / 1024 ** 2} MB.`
const advice = { image: 'PNG, JPEG or WebP, up to 5 MB.', file: 'PDF, PNG, JPEG or WebP, up to 5 MB.' }

const uploadTimeoutMs = 120_000

/** Uploads a file as soon as it is chosen; the record keeps its address. */
function FileWidget({ id, field, value, title, aria, onValue }: WidgetProps) {
  const kind: UploadKind = field.format === 'image' ? 'image' : 'file'
  const [refusal, setRefusal] = useState<string>()
  const upload = useCallMutation(uploadFile, {
    about: id,
    input: (file: File) => ({ params: { kind }, body: formOf(file), within: uploadTimeoutMs }),
    onSuccess: ({ url }) => onValue(url),
  })
  const busy = upload.isPending
  const name = upload.data?.name
  const failure = refusal ?? (upload.error && failureText(upload.error, 'Failed to upload the file'))
  const input = useRef<HTMLInputElement>(null)
  const adviceId = useId()
  const address = isFileUrl(value) ? value : undefined

  function choose(file: File) {
    upload.reset()
    setRefusal(file.size > maxUploadBytes ? tooLarge : undefined)
    if (file.size <= maxUploadBytes) upload.mutate(file)
  }

  return (
    <div className="flex flex-wrap items-center gap-3" aria-busy={busy}>
      {address && kind === 'image' && (
        <img
          src={address}
          alt={`Preview of ${title}`}
          className="size-20 rounded-lg border border-line bg-paper object-contain"
        />
      )}
      {textOf(value) !== '' && kind === 'file' && (
        <span className="flex min-w-0 items-center gap-2">
          <FileText className="size-5 shrink-0 text-muted" />
          {address ? (
            <a href={address} download={name ?? true} className="text-link [overflow-wrap:anywhere]">
              {name ?? 'Download the file'}
            </a>
          ) : (
            <span className="[overflow-wrap:anywhere]">{textOf(value)}</span>
          )}
        </span>
      )}
      <FileButton
        ref={input}
        id={id}
        accept={accepted[kind]}
        disabled={busy}
        onFiles={([file]) => choose(file)}
        className="min-h-11 gap-2 border-2 border-line bg-card px-4 text-sm hover:border-forest"
        {...aria}
        aria-describedby={[adviceId, aria['aria-describedby']].filter(Boolean).join(' ')}
      >
        {busy ? <Spinner className="size-4" /> : <Upload className="size-4" />}
        {busy ? 'Uploading...' : textOf(value) ? 'Replace' : kind === 'image' ? 'Choose an image' : 'Choose a file'}
      </FileButton>
      {textOf(value) !== '' && !busy && (
        <button
          type="button"
          onClick={() => {
            onValue('')
            input.current?.focus()
          }}
          className="inline-flex min-h-11 items-center gap-2 px-2 text-muted text-sm hover:text-bad"
        >
          <Trash2 className="size-4" />
          Remove
        </button>
      )}
      <p id={adviceId} className="basis-full text-muted text-sm">
        {advice[kind]}
      </p>
      {failure && <ErrorText className="basis-full">{failure}</ErrorText>}
    </div>
  )
}

export const widgets: Record<WidgetKind, (props: WidgetProps) => ReactNode> = {
  text: TextWidget,
  email: TextWidget,
  uri: TextWidget,
  textarea: TextAreaWidget,
  rich_text: RichTextWidget,
  number: NumberWidget,
  date: DateWidget,
  'date-time': DateTimeWidget,
  checkbox: CheckboxWidget,
  select: SelectWidget,
  'checkbox-list': CheckboxListWidget,
  file: FileWidget,
  image: FileWidget,
  reference: ReferenceWidget,
  unsupported: UnsupportedWidget,
}

/** A field of unknown type: shown, never changed. */
function UnsupportedWidget({ id, field, value }: WidgetProps) {
  const text = fullText(field, value)
  return (
    <div
      id={id}
      tabIndex={-1}
      className="rounded-lg border border-warn-line border-dashed bg-warn-soft px-3.5 py-2.5 text-sm"
    >
      <p className="text-warn">unsupported field type: {field.type}</p>
      {text && <p className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>}
    </div>
  )
}
