import { AppError, type FieldErrors } from '@app/contracts/errors'
import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { Button } from './button'
import { Dialog } from './dialog'
import { Notice } from './notice'

export type SavingProps = {
  title: string
  /** `mutate` is called when the form is submitted. Without a call of its own the dialog is never busy. */
  saving: { isPending?: boolean; error?: Error | null; mutate: (none: undefined) => void }
  texts: { submit: ReactNode; busy?: string; failure?: string; cancel?: string }
  /** Next to the buttons of the form. */
  actions?: ReactNode
  onClose: () => void
}
type Props = SavingProps &
  Pick<ComponentProps<typeof Dialog>, 'role' | 'size'> & {
    variant?: ComponentProps<typeof Button>['variant']
    /** There is nothing to save yet: the button is off. */
    isIncomplete?: boolean
    /** Nothing can be saved: there is no button. */
    isReadOnly?: boolean
    /** The form shows what is wrong with its fields itself. */
    noValidate?: boolean
    /** After the text of a failure, such as "Your text is still here." */
    failureNote?: string
    /** Above and below the form. */
    head?: ReactNode
    foot?: ReactNode
    /** The fields; `id` begins their ids, `errors` are the messages of the last refusal. */
    children: ReactNode | ((id: string, errors: FieldErrors | undefined) => ReactNode)
  }

const withoutEdited = (errors: FieldErrors, ids: readonly string[]): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([name]) => !ids.some((id) => id === name || id.endsWith(`-${name}`))),
  )

/**
 * A dialog with a form that one call saves, or that is taken over at once. A failure that names fields is shown by them
 * where `children` takes `errors`, any other one above the form.
 */
export function SavingDialog(props: Props) {
  const { title, role, size, saving, texts, variant, actions, head, foot, children, onClose } = props
  const { isIncomplete = false, isReadOnly = false, noValidate = false, failureNote } = props
  const { isPending = false, error, mutate } = saving
  const id = useId()
  const showsErrors = typeof children === 'function'
  const refused = showsErrors && error instanceof AppError ? error.fields : undefined
  const [edited, setEdited] = useState<{ error: unknown; ids: readonly string[] }>()
  // A message stays until its field is changed.
  const ids = edited && edited.error === error ? edited.ids : []
  const errors = refused && withoutEdited(refused, ids)
  function submit(event: FormEvent) {
    event.preventDefault()
    // The dialog may be inside of another form.
    event.stopPropagation()
    if (!isIncomplete && !isReadOnly) mutate(undefined)
  }
  return (
    <Dialog
      title={title}
      {...(role && { role })}
      {...(size && { size })}
      busy={isPending}
      onClose={onClose}
      footer={
        <>
          {actions}
          <Button variant="outline" disabled={isPending} onClick={onClose}>
            {texts.cancel ?? 'Cancel'}
          </Button>
          {!isReadOnly && (
            <Button type="submit" form={id} {...(variant && { variant })} disabled={isPending || isIncomplete}>
              {isPending ? (texts.busy ?? texts.submit) : texts.submit}
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {head}
        <form
          id={id}
          noValidate={noValidate}
          onSubmit={submit}
          onChange={({ target }) => refused && setEdited({ error, ids: [...ids, (target as HTMLElement).id] })}
          className={`grid grid-cols-[minmax(0,1fr)] ${size === 'small' ? 'gap-4' : 'gap-5'}`}
        >
          {error && !refused && (
            <Notice tone="bad" takesFocus>
              <p>{[failureText(error, texts.failure ?? 'Failed to save'), failureNote].filter(Boolean).join(' ')}</p>
            </Notice>
          )}
          {showsErrors ? children(id, errors) : children}
        </form>
        {foot}
      </div>
    </Dialog>
  )
}
