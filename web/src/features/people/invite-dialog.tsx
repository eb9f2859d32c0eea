import { invitePerson, listPeople } from '@app/contracts/people'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { reloadRecords } from '#lib/records'
import { useSingleMutation } from '#lib/use-single-mutation'
import { TextField } from '#ui/field'
import { showToastAtom } from '#ui/toast'
import { type AccessValues, emptyAccess, ownLessonsAccess, type Table } from './access-values'
import { InstructorQuestion, linkInstructor, useInstructorOf } from './instructor-question'
import { PersonForm } from './person-form'

type Props = { tables: readonly Table[]; email: string; onClose: () => void }

/** Invites a person by mail, with role and rights. */
export function InviteDialog({ tables, email: given, onClose }: Props) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  useRecentSignIn('This invitation', invitePerson)
  const [email, setEmail] = useState(given)
  const [values, setValues] = useState(emptyAccess)
  const [hasChosen, setChosen] = useState(false)
  const instructor = useInstructorOf(email, values.name)
  const [isInstructor, setInstructor] = useState(true)
  // The rights of a teacher, until others are chosen.
  const access = instructor && isInstructor && !hasChosen ? { ...values, ...ownLessonsAccess } : values
  function change(next: AccessValues) {
    const isChoice = next.role !== access.role || next.rights !== access.rights || next.exports !== access.exports
    if (isChoice) setChosen(true)
    setValues(isChoice || hasChosen ? next : { ...values, name: next.name })
  }
  const invite = useSingleMutation({
    mutationKey: ['invite'],
    async mutationFn() {
      const linked = isInstructor ? instructor : undefined
      const name = access.name || linked?.name || null
      const invited = await callApi(invitePerson, { body: { email, ...access, name } })
      // The person is invited all the same, and can be chosen in the record.
      const isLinked = linked && (await linkInstructor(linked, invited.person.id).then(Boolean, () => false))
      return { ...invited, unlinked: isLinked ? undefined : linked }
    },
    onSuccess: ({ person, mailed, unlinked }) => {
      client.invalidateQueries({ queryKey: [listPeople.id] })
      void reloadRecords(client, 'instructors')
      const text = mailed
        ? `Invited ${person.email}`
        : `${person.email} has access now, but the invitation could not be mailed.`
      const link = unlinked && `Choose the person in the record of ${unlinked.name}, under “Signs in as”.`
      showToast({ text: [text, link].filter(Boolean).join(mailed ? '. ' : ' ') })
      onClose()
    },
  })
  return (
    <PersonForm
      title="Invite a person"
      values={access}
      tables={tables}
      roles={['staff', 'admin']}
      saving={{ ...invite, mutate: () => invite.mutate() }}
      texts={{ submit: 'Send invitation', busy: 'Sending...', failure: 'The invitation failed' }}
      onChange={change}
      onClose={onClose}
      head={(fields) => (
        <>
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
          {instructor && <InstructorQuestion instructor={instructor} checked={isInstructor} onChange={setInstructor} />}
        </>
      )}
    />
  )
}
