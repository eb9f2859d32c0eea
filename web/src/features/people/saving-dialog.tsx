import { AppError, type FieldErrors } from '@app/contracts/errors'
import { type FormEvent, type ReactNode, useId } from 'react'
import { failureText } from '#lib/failure-text'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'

export type SavingProps = {
  title: string
  /** What is sent when the form is submitted, with the texts around it. */
  saving: { isPending: boolean; error: Error | null; mutate: () => void }
  texts: { submit: string; busy: string; failure: string }
  /** Next to the buttons of the form. */
  actions?: ReactNode
  onClose: () => void
}
type Props = SavingProps & {
  /** Above and below the form. */
  head?: ReactNode
  foot?: ReactNode
  /** The fields; `id` begins their ids, `errors` are the messages of the last refusal. */
  children: (id: string, errors: FieldErrors | undefined) => ReactNode
}

/** A dialog with a form that is saved by one call. */
export function SavingDialog({ title, saving, texts, actions, head, foot, children, onClose }: Props) {
  const id = useId()
  const errors = saving.error instanceof AppError ? saving.error.fields : undefined
  function submit(event: FormEvent) {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Dialog
      title={title}
      busy={saving.isPending}
      onClose={onClose}
      footer={
        <>
          {actions}
          <Button variant="outline" disabled={saving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={saving.isPending}>
            {saving.isPending ? texts.busy : texts.submit}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {head}
        <form id={id} onSubmit={submit} className="grid gap-5">
          {saving.error && !errors && (
            <Notice tone="bad">
              <p>{failureText(saving.error, texts.failure)}</p>
            </Notice>
          )}
          {children(id, errors)}
        </form>
        {foot}
      </div>
    </Dialog>
  )
}
