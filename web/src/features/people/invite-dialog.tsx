import { comparable } from '@app/contracts/comparable'
import { invitePerson, listPeople } from '@app/contracts/people'
import { listRecords } from '@app/contracts/records'
import type { TableRecord } from '@app/contracts/tables'
import { referencedTable } from '@app/table-schema/references'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchema } from '#features/records/list/use-schema'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { recordsKey, reloadRecords, updateRecord } from '#lib/records'
import { CheckField } from '#ui/check-field'
import { TextField } from '#ui/field'
import { useToast } from '#ui/toast'
import { type AccessValues, emptyAccess, ownLessonsAccess, type Table } from './access-values'
import { PersonForm } from './person-form'

const table = 'instructors'

/** An instructor who may be the person that is invited. */
type Instructor = Pick<TableRecord, 'id' | 'updated_at'> & { name: string; email: string }

/** The instructors whom nobody signs in as yet. */
function useFreeInstructors(): Instructor[] {
  const person = useSchema(table)?.properties['person']
  const { data } = useQuery({
    queryKey: [...recordsKey(table), 'without a person'],
    queryFn: ({ signal }) =>
      callApi(listRecords, { params: { table }, search: 'person__null=true&limit=200&sort=name:asc', signal }),
    enabled: person !== undefined && referencedTable(person) === 'users',
    retry: false,
  })
  return (data?.data ?? []).map(({ id, updated_at, name, email }) => ({
    id,
    updated_at,
    name: String(name ?? ''),
    email: String(email ?? ''),
  }))
}

const only = (found: readonly Instructor[]) => (found.length === 1 ? found[0] : undefined)

/** The one instructor with the address of the person, or else with their name. */
function useInstructorOf(email: string, name: string): Instructor | undefined {
  const free = useFreeInstructors()
  const equal = (field: 'email' | 'name', text: string) =>
    text.trim() === '' ? [] : free.filter((each) => comparable(each[field]) === comparable(text))
  return only(equal('email', email)) ?? only(equal('name', name))
}

/** The instructor signs in as this person from now on, who so sees the instructor's lessons. */
const linkInstructor = ({ id, updated_at }: Instructor, person: string) =>
  updateRecord(table, id, { person }, updated_at)

type Props = { tables: readonly Table[]; email: string; onClose: () => void }

/** Invites a person by mail, with role and rights. */
export function InviteDialog({ tables, email: given, onClose }: Props) {
  const client = useQueryClient()
  const showToast = useToast()
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
      saving={invite}
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
            onValue={setEmail}
          />
          {instructor && (
            <CheckField
              checked={isInstructor}
              detail={`${instructor.email}. Their lessons are shown from the first sign-in.`}
              onCheck={setInstructor}
            >
              This is {instructor.name} (instructor)
            </CheckField>
          )}
        </>
      )}
    />
  )
}
