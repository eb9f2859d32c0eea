import { type FormEvent, useId, useState } from 'react'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'

type Props = { busy: boolean; mayShare: boolean; onClose: () => void; onSave: (name: string, shared: boolean) => void }

const maxLength = 60

/** The dialog for the name of a new view, and whether others see it. */
export function SaveViewDialog({ busy, mayShare, onClose, onSave }: Props) {
  const id = useId()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [error, setError] = useState<string>()
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const isEmpty = name.trim() === ''
    setError(isEmpty ? 'Name is required' : undefined)
    if (!isEmpty) onSave(name.trim(), shared)
  }
  return (
    <Dialog
      title="Save a view"
      size="small"
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={busy}>
            Save
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit} className="grid gap-3">
        <p className="text-muted text-sm">It keeps the filters, the search, the order and the columns of this list.</p>
        <label htmlFor={`${id}-name`} className="font-semibold">
          Name
        </label>
        <input
          id={`${id}-name`}
          value={name}
          maxLength={maxLength}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
          onChange={(event) => setName(event.target.value)}
          className="control w-full"
        />
        <p id={`${id}-error`} role="alert" className="text-bad text-sm empty:hidden">
          {error}
        </p>
        {mayShare && (
          <label className="flex min-h-9 items-center gap-2.5">
            <input
              type="checkbox"
              checked={shared}
              onChange={(event) => setShared(event.target.checked)}
              className="checkbox"
            />
            Share with all staff who may see this table
          </label>
        )}
      </form>
    </Dialog>
  )
}
