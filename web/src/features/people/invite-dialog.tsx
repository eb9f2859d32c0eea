import { invitePerson, listPeople } from '@app/contracts/calls/people'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/use-single-mutation'
import { TextField } from '#ui/field'
import { showToastAtom } from '#ui/toast'
import { emptyAccess, type Table } from './access-values'
import { PersonForm } from './person-form'

type Props = { tables: readonly Table[]; email: string; onClose: () => void }

/** Invites a person by mail, with role and rights. */
export function InviteDialog({ tables, email: given, onClose }: Props) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const [email, setEmail] = useState(given)
  const [values, setValues] = useState(emptyAccess)
  const invite = useSingleMutation({
    mutationKey: ['invite'],
    mutationFn: () => callApi(invitePerson, { body: { email, ...values, name: values.name || null } }),
    onSuccess: ({ person, mailed }) => {
      client.invalidateQueries({ queryKey: [listPeople.id] })
      const text = mailed
        ? `Invited ${person.email}`
        : `${person.email} has access now, but the invitation could not be mailed.`
      showToast({ text })
      onClose()
    },
  })
  return (
    <PersonForm
      title="Invite a person"
      values={values}
      tables={tables}
      roles={['staff', 'admin']}
      saving={{ ...invite, mutate: () => invite.mutate() }}
      texts={{ submit: 'Send invitation', busy: 'Sending...', failure: 'The invitation failed' }}
      onChange={setValues}
      onClose={onClose}
      head={(fields) => (
        <TextField
          id="invite-email"
          label="Email"
          type="email"
          required
          autoComplete="off"
          value={email}
          error={fields?.email}
          onChange={(event) => setEmail(event.target.value)}
        />
      )}
    />
  )
}
