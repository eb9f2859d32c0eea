import type { ReplyDraft } from '@app/contracts/inquiries'
import { longest, roomText } from './reply-draft'

type Props = {
  field: keyof ReplyDraft
  title: string
  value: string
  error: string | undefined
  onValue: (field: keyof ReplyDraft, value: string) => void
}

/** A field of an answer, with the room that is left in it. */
export function DraftField({ field, title, value, error, onValue }: Props) {
  const id = `reply-${field}`
  const most = longest[field]
  const shared = {
    id,
    value,
    'aria-required': true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': `${id}-room${error ? ` ${id}-error` : ''}`,
    onChange: ({ target }: { target: { value: string } }) => onValue(field, target.value),
  } as const
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {title}
        <span aria-hidden="true" className="text-bad">
          {' *'}
        </span>
      </label>
      {field === 'subject' ? (
        <input type="text" className="control w-full" {...shared} />
      ) : (
        <textarea rows={12} className="control w-full resize-y leading-normal" {...shared} />
      )}
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <p id={`${id}-error`} aria-live="polite" className="text-bad empty:hidden">
          {error}
        </p>
        <p
          id={`${id}-room`}
          data-over={value.trim().length > most}
          className="ml-auto text-muted tabular-nums data-[over=true]:text-bad"
        >
          {roomText(value, most)}
        </p>
      </div>
    </div>
  )
}
