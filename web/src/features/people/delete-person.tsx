import { deletePerson } from '@app/contracts/calls/people'
import type { Person } from '@app/contracts/people'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/use-single-mutation'
import { ConfirmDelete } from './confirm-delete'

type Props = { person: Person; onDeleted: () => void }

/** Deletes a person after a confirmation. */
export function DeletePerson({ person, onDeleted }: Props) {
  const remove = useSingleMutation({
    mutationKey: ['person', person.id, 'delete'],
    mutationFn: () => callApi(deletePerson, { params: { id: person.id } }),
    onSuccess: onDeleted,
  })
  return (
    <ConfirmDelete title="Delete this person?" remove={{ ...remove, mutate: () => remove.mutate() }}>
      <p>
        <span className="[overflow-wrap:anywhere]">{person.email}</span> is signed out everywhere and loses all rights.
        Records that this person wrote stay. To keep the rights for later, disable the person instead.
      </p>
    </ConfirmDelete>
  )
}
