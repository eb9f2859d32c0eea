import { AppError } from '@app/contracts/errors'
import type { Person } from '@app/contracts/people'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '#lib/message-of'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import { showToastAtom } from '#ui/toast'
import { accessOf, type Table } from './access-values'
import { DeletePerson } from './delete-person'
import { peopleKey, updatePerson } from './people.api'
import { RightsFields } from './rights-fields'
import { RoleField } from './role-field'

const protections: Record<NonNullable<Person['protection']>, string> = {
  self: 'This is you. Another admin can change your role, disable you or delete you.',
  configured:
    'This address is an admin by configuration (ADMIN_EMAILS of the auth service). Remove it there to change the role.',
  last_admin: 'There must be at least one admin, and this is the only one.',
}

type Props = { person: Person; tables: readonly Table[]; onClose: () => void }

/** Changes what a person may do, disables or deletes them. */
export function PersonDialog({ person, tables, onClose }: Props) {
  const formId = useId()
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const [values, setValues] = useState(() => accessOf(person))
  const [disabled, setDisabled] = useState(person.disabled)
  const done = (text: string) => {
    client.invalidateQueries({ queryKey: peopleKey })
    showToast({ text })
    onClose()
  }
  const save = useSingleMutation({
    mutationKey: ['person', person.id],
    mutationFn: () => updatePerson(person.id, { ...values, name: values.name || null, disabled }),
    onSuccess: () => done(`Saved ${person.email}`),
  })
  const fields = save.error instanceof AppError ? save.error.fields : undefined
  const isProtected = person.protection !== null

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog
      title={person.name ?? person.email}
      busy={save.isPending}
      onClose={onClose}
      footer={
        <>
          {!isProtected && (
            <DeletePerson person={person} onDeleted={() => done(`Deleted ${person.email}`)} className="mr-auto" />
          )}
          <Button variant="outline" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-5">
        {save.error && !fields && (
          <Notice tone="bad">
            <p>{messageOf(save.error, 'Save failed')}</p>
          </Notice>
        )}
        {person.protection && (
          <Notice tone="warn">
            <p>{protections[person.protection]}</p>
          </Notice>
        )}
        <p className="text-muted [overflow-wrap:anywhere]">{person.email}</p>
        <TextField
          id="person-name"
          label="Name (optional)"
          maxLength={100}
          autoComplete="off"
          value={values.name}
          error={fields?.name}
          onChange={(event) => setValues({ ...values, name: event.target.value })}
        />
        <RoleField
          role={values.role}
          roles={['user', 'staff', 'admin']}
          disabled={isProtected}
          onChange={(role) => setValues({ ...values, role })}
        />
        {values.role === 'staff' && <RightsFields values={values} tables={tables} onChange={setValues} />}
        <label className="flex min-h-11 items-start gap-2.5">
          <input
            type="checkbox"
            checked={disabled}
            disabled={isProtected}
            onChange={(event) => setDisabled(event.target.checked)}
            className="mt-1 size-4 shrink-0 accent-forest"
          />
          <span>
            Disabled
            <span className="block text-muted text-sm">
              Cannot sign in, and is signed out everywhere. Nothing is deleted.
            </span>
          </span>
        </label>
      </form>
    </Dialog>
  )
}
