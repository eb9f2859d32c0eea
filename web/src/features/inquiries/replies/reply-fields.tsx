import { minutes } from '@app/contracts/durations'
import type { FieldErrors } from '@app/contracts/errors'
import {
  maxCopies,
  maxReplyFileBytes,
  maxReplyFiles,
  maxReplyLength,
  type ReplyDraft,
  type ReplyFile,
  replyDraft,
  sizeOfFiles,
  tooManyFiles,
  uploadReplyFile,
} from '@app/contracts/replies'
import { maxUploadBytes } from '@app/contracts/tables'
import { Paperclip, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { formOf } from '#lib/files'
import { numberText, sizeText } from '#lib/words'
import { FileButton } from '#ui/file-button'
import { Spinner } from '#ui/icon'
import { ErrorText } from '#ui/load-state'

/** Validation errors by field, with the service's messages. */
export function draftErrors(draft: ReplyDraft): FieldErrors {
  const read = v.safeParse(replyDraft, draft, { abortPipeEarly: true })
  const errors: FieldErrors = {}
  for (const issue of read.issues ?? []) errors[v.getDotPath(issue) ?? ''] ??= issue.message
  return errors
}

/** The length of a text, its limit, and the excess. */
function lengthText(value: string, max: number): string {
  const count = value.trim().length
  return count <= max
    ? `${numberText(count)} of ${numberText(max)} characters`
    : `${numberText(count)} of ${numberText(max)} characters: ${numberText(count - max)} too many`
}

type Props = {
  field: keyof ReplyDraft
  title: string
  value: string
  error: string | undefined
  onValue: (field: keyof ReplyDraft, value: string) => void
  /** Next to the title. */
  children?: ReactNode
}

/** The part of the limit from which the length is shown. */
const nearLimit = 0.8

export const textId = 'reply-text'

/** Moves the focus to a field once its error is rendered, so that both are read together. */
export const focusDraftField = (field: string) =>
  requestAnimationFrame(() => document.getElementById(`reply-${field}`)?.focus())

/** A field of a reply with its length and limit. */
export function DraftField({ field, title, value, error, onValue, children }: Props) {
  const id = `reply-${field}`
  const max = maxReplyLength[field]
  const shared = {
    id,
    value,
    'aria-required': true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': `${id}-length${error ? ` ${id}-error` : ''}`,
    onChange: ({ target }: { target: { value: string } }) => onValue(field, target.value),
  } as const
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="font-semibold">
          {title}
          <span aria-hidden="true" className="text-bad">
            {' *'}
          </span>
        </label>
        {children}
      </div>
      {field === 'subject' ? (
        <input type="text" className="control w-full" {...shared} />
      ) : (
        <textarea rows={12} className="control w-full resize-y leading-normal" {...shared} />
      )}
      <div className="flex flex-wrap justify-between gap-x-4 text-sm not-has-[p:not(:empty)]:hidden">
        <p id={`${id}-error`} aria-live="polite" className="text-bad empty:hidden">
          {error}
        </p>
        <p
          id={`${id}-length`}
          data-over={value.trim().length > max}
          className="ml-auto text-muted tabular-nums data-[over=true]:text-bad"
        >
          {value.trim().length > max * nearLimit && lengthText(value, max)}
        </p>
      </div>
    </div>
  )
}

/** The files of a reply: each is uploaded when it is chosen. */
export function useReplyFiles(id: string, begun: readonly ReplyFile[]) {
  const [files, setFiles] = useState<readonly ReplyFile[]>(begun)
  const [uploading, setUploading] = useState(0)
  const [failure, setFailure] = useState<string>()

  /** One after the other: what could be uploaded stays when a later one is refused. */
  async function add(chosen: readonly File[]) {
    setFailure(undefined)
    let held = [...files]
    for (const [n, file] of chosen.entries()) {
      if (file.size > maxUploadBytes) return setFailure(`${file.name} is larger than ${maxUploadBytes / 1024 ** 2} MB.`)
      if (held.length >= maxReplyFiles || sizeOfFiles(held) + file.size > maxReplyFileBytes)
        return setFailure(tooManyFiles)
      setUploading(chosen.length - n)
      try {
        const added = await callApi(uploadReplyFile, { params: { id }, body: formOf(file), within: minutes(2) })
        held = [...held, added]
        setFiles((before) => [...before, added])
      } catch (error) {
        return setFailure(`${file.name}: ${failureText(error, 'Failed to upload the file')}`)
      } finally {
        setUploading(0)
      }
    }
  }
  return {
    files,
    isUploading: uploading > 0,
    failure,
    add,
    remove(file: string) {
      setFailure(undefined)
      setFiles((before) => before.filter((one) => one.id !== file))
    },
  }
}

type ReplyFilesState = ReturnType<typeof useReplyFiles>

type CcProps = { value: string; error: string | undefined; onValue: (value: string) => void }

/** Further recipients of the reply. */
export const CcField = ({ value, error, onValue }: CcProps) => (
  <div className="grid gap-1.5">
    <label htmlFor="reply-cc" className="font-semibold">
      Cc
    </label>
    <input
      id="reply-cc"
      type="text"
      inputMode="email"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ target }) => onValue(target.value)}
      aria-invalid={error ? true : undefined}
      aria-describedby="reply-cc-advice reply-cc-error"
      className="control w-full"
    />
    <p id="reply-cc-advice" className="text-muted text-sm">
      Up to {maxCopies} addresses, separated by commas. Everyone sees them.
    </p>
    <p id="reply-cc-error" aria-live="polite" className="text-bad text-sm empty:hidden">
      {error}
    </p>
  </div>
)

/** Opens the choice of files. */
export const AttachButton = ({ state: { isUploading, add } }: { state: ReplyFilesState }) => (
  <FileButton
    id="reply-files"
    multiple
    aria-label="Attach files"
    disabled={isUploading}
    onFiles={(files) => void add(files)}
    className="min-h-9 gap-1.5 border-2 border-edge bg-card px-3 py-1 text-sm hover:border-forest hover:bg-sunken"
  >
    {isUploading ? <Spinner className="size-4" /> : <Paperclip className="size-4" />}
    {isUploading ? 'Uploading...' : 'Attach'}
  </FileButton>
)

/** The files that the reply will carry. */
export const ReplyFileList = ({ state: { files, failure, remove } }: { state: ReplyFilesState }) => (
  <>
    {files.length > 0 && (
      <ul aria-label="Files of the reply" className="flex flex-wrap gap-2 text-sm">
        {files.map(({ id, name, size, url }) => (
          <li
            key={id}
            className="inline-flex min-h-9 max-w-full items-center gap-2 rounded-lg border border-line bg-card pl-3"
          >
            <a href={url} download={name} className="text-link min-w-0 truncate">
              {name}
            </a>
            <span className="whitespace-nowrap text-muted">{sizeText(size)}</span>
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => remove(id)}
              className="grid size-9 place-items-center text-muted hover:text-bad"
            >
              <X className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    )}
    <ErrorText>{failure}</ErrorText>
  </>
)
