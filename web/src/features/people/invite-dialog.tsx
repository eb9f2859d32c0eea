import { AppError } from '@app/contracts/errors'
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
import { emptyAccess, type Table } from './access-values'
import { invitePerson, peopleKey } from './people.api'
import { RightsFields } from './rights-fields'
import { RoleField } from './role-field'

type Props = { tables: readonly Table[]; email: string; onClose: () => void }

/** Invites a person by mail, with role and rights. */
export function InviteDialog({ tables, email: given, onClose }: Props) {
  const formId = useId()
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const [email, setEmail] = useState(given)
  const [values, setValues] = useState(emptyAccess)
  const invite = useSingleMutation({
    mutationKey: ['invite'],
    mutationFn: () => invitePerson({ email, ...values, name: values.name || null }),
    onSuccess: ({ person, mailed }) => {
      client.invalidateQueries({ queryKey: peopleKey })
      const text = mailed
        ? `Invited ${person.email}`
        : `${person.email} has access now, but the invitation could not be mailed.`
      showToast({ text })
      onClose()
    },
  })
  const fields = invite.error instanceof AppError ? invite.error.fields : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    invite.mutate()
  }
  return (
    <Dialog
      title="Invite a person"
      busy={invite.isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={invite.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={invite.isPending}>
            {invite.isPending ? 'Sending...' : 'Send invitation'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-5">
        {invite.error && !fields && (
          <Notice tone="bad">
            <p>{messageOf(invite.error, 'The invitation failed')}</p>
          </Notice>
        )}
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
        <TextField
          id="invite-name"
          label="Name (optional)"
          maxLength={100}
          autoComplete="off"
          value={values.name}
          error={fields?.name}
          onChange={(event) => setValues({ ...values, name: event.target.value })}
        />
        <RoleField
          role={values.role}
          roles={['staff', 'admin']}
          disabled={false}
          onChange={(role) => setValues({ ...values, role })}
        />
        {values.role === 'staff' && <RightsFields values={values} tables={tables} onChange={setValues} />}
      </form>
    </Dialog>
  )
}
