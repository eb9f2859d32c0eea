import { useId, useState } from 'react'
import { CheckField } from '#ui/check-field'
import { ErrorText } from '#ui/load-state'
import { SavingDialog } from '#ui/saving-dialog'

type Props = { busy: boolean; mayShare: boolean; onClose: () => void; onSave: (name: string, shared: boolean) => void }

const maxLength = 60

/** The dialog for the name of a new view, and whether others see it. */
export function SaveViewDialog({ busy, mayShare, onClose, onSave }: Props) {
  const id = useId()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [error, setError] = useState<string>()
  function save() {
    const isEmpty = name.trim() === ''
    setError(isEmpty ? 'Name is required' : undefined)
    if (!isEmpty) onSave(name.trim(), shared)
  }
  return (
    <SavingDialog
      title="Save a view"
      size="small"
      saving={{ isPending: busy, mutate: save }}
      texts={{ submit: 'Save' }}
      noValidate
      onClose={onClose}
    >
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
        onChange={(event) => {
          setName(event.target.value)
          setError(undefined)
        }}
        className="control w-full"
      />
      <ErrorText id={`${id}-error`}>{error}</ErrorText>
      {mayShare && (
        <CheckField checked={shared} className="flex min-h-9 items-center gap-2.5" onCheck={setShared}>
          Share with all staff who may see this table
        </CheckField>
      )}
    </SavingDialog>
  )
}
