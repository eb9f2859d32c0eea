import { previewMail } from '@app/contracts/form-settings'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { failureText } from '#lib/failure-text'
import { queryOf } from '#lib/queries'
import { useSettled } from '#lib/use-later'

const typingPauseMs = 400

/** `{name}, {email}`. */
export const placeholderList = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')

type Props = { subject: string; text?: string; label: string; call?: Omit<typeof previewMail, 'id' | 'path'> }

/** An email as its recipient would see it, filled in by the service: by default for a sample visitor. */
export function MailPreview({ subject, text = '', label, call = previewMail }: Props) {
  const settledSubject = useSettled(subject, typingPauseMs)
  const settledText = useSettled(text, typingPauseMs)
  const { data, error } = useQuery({
    ...queryOf(call as typeof previewMail, { body: { subject: settledSubject, text: settledText } }),
    placeholderData: keepPreviousData,
  })
  const paragraphs = (data?.text ?? '').split(/\n{2,}/).filter(Boolean)
  return (
    <section aria-label={label} className="grid gap-3 rounded-lg border border-line bg-card p-4 text-sm">
      <p className="text-muted">{label}</p>
      <p className="font-semibold [overflow-wrap:anywhere]">{data?.subject}</p>
      {paragraphs.map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity and are replaced as a whole.
        <p key={at} className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {paragraph}
        </p>
      ))}
      {data && data.missing.length > 0 && (
        <p className="text-bad">There is no placeholder {placeholderList(data.missing)}.</p>
      )}
      {error && <p className="text-bad">{failureText(error, 'Failed to show the preview')}</p>}
    </section>
  )
}
