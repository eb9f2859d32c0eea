import { deletePerson, listPeople, type Person, updatePerson } from '@app/contracts/people'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { CheckField } from '#ui/check-field'
import { ConfirmDelete } from '#ui/confirm-delete'
import { Notice } from '#ui/notice'
import { useDone } from '#ui/toast'
import { accessOf, type Table } from './access-values'
import { PersonForm } from './person-form'

const protections: Record<NonNullable<Person['protection']>, string> = {
  self: 'This is you. Another admin can change your role, disable you or delete you.',
  configured:
    'This address is an admin by configuration (ADMIN_EMAILS of the auth service). Remove it there to change the role.',
  last_admin: 'There must be at least one admin, and this is the only one.',
}

type Props = { person: Person; tables: readonly Table[]; onClose: () => void }

/** Changes what a person may do, disables or deletes them. */
export function PersonDialog({ person, tables, onClose }: Props) {
  const { done } = useDone(listPeople, onClose)
  useRecentSignIn('This change of rights', updatePerson)
  const [values, setValues] = useState(() => accessOf(person))
  const [disabled, setDisabled] = useState(person.disabled)
  const save = useSingleMutation({
    mutationKey: ['person', person.id],
    mutationFn: () =>
      callApi(updatePerson, { params: { id: person.id }, body: { ...values, name: values.name || null, disabled } }),
    onSuccess: () => done(`Saved ${person.email}`),
  })
  const isProtected = person.protection !== null

  return (
    <PersonForm
      title={person.name ?? person.email}
      values={values}
      tables={tables}
      roles={['user', 'staff', 'admin']}
      isRoleFixed={isProtected}
      saving={save}
      texts={{ submit: 'Save', busy: 'Saving...', failure: 'Save failed' }}
      onChange={setValues}
      onClose={onClose}
      actions={!isProtected && <DeletePerson person={person} onDeleted={() => done(`Deleted ${person.email}`)} />}
      head={() => (
        <>
          {person.protection && (
            <Notice tone="warn">
              <p>{protections[person.protection]}</p>
            </Notice>
          )}
          <p className="text-muted [overflow-wrap:anywhere]">{person.email}</p>
        </>
      )}
    >
      <CheckField
        checked={disabled}
        disabled={isProtected}
        isSmall
        detail="Cannot sign in, and is signed out everywhere. Nothing is deleted."
        onCheck={setDisabled}
      >
        Disabled
      </CheckField>
    </PersonForm>
  )
}

type DeletePersonProps = { person: Person; onDeleted: () => void }

/** Deletes a person after a confirmation. */
function DeletePerson({ person, onDeleted }: DeletePersonProps) {
  const remove = useSingleMutation({
    mutationKey: ['person', person.id, 'delete'],
    mutationFn: () => callApi(deletePerson, { params: { id: person.id } }),
    onSuccess: onDeleted,
  })
  return (
    <ConfirmDelete title="Delete this person?" call={deletePerson} remove={remove}>
      <p>
        <span className="[overflow-wrap:anywhere]">{person.email}</span> is signed out everywhere and loses all rights.
        Records that this person wrote stay. To keep the rights for later, disable the person instead.
      </p>
    </ConfirmDelete>
  )
}
