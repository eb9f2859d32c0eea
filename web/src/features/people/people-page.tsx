import { deletePerson, listPeople, type Person, updatePerson } from '@app/contracts/people'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { queryOf, useCallMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { roleTitles, useIsAdmin } from '#lib/rights'
import { momentText } from '#lib/school-time'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { CheckField } from '#ui/check-field'
import { ConfirmDelete } from '#ui/confirm-delete'
import { LoadState } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { usePageTitle } from '#ui/page-title'
import { useDone } from '#ui/toast'
import { accessOf, accessSummary, type Table, useSharedTables } from './access-values'
import { InviteDialog } from './invite-dialog'
import { PersonForm } from './person-form'

const protections: Record<NonNullable<Person['protection']>, string> = {
  self: 'This is you. Another admin can change your role, disable you or delete you.',
  configured:
    'This address is an admin by configuration (ADMIN_EMAILS of the auth service). Remove it there to change the role.',
  last_admin: 'There must be at least one admin, and this is the only one.',
}

type PersonDialogProps = { person: Person; tables: readonly Table[]; onClose: () => void }

/** Changes what a person may do, disables or deletes them. */
function PersonDialog({ person, tables, onClose }: PersonDialogProps) {
  const { done } = useDone(listPeople, onClose)
  useRecentSignIn('This change of rights', updatePerson)
  const [values, setValues] = useState(() => accessOf(person))
  const [disabled, setDisabled] = useState(person.disabled)
  const save = useCallMutation(updatePerson, {
    about: person.id,
    input: () => ({ params: { id: person.id }, body: { ...values, name: values.name || null, disabled } }),
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
          {person.protection && <Notice tone="warn" text={protections[person.protection]} />}
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
  const remove = useCallMutation(deletePerson, {
    input: { params: { id: person.id } },
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

type RightsOverviewProps = { people: readonly Person[]; tables: readonly Table[] }

const words = { edit: 'Edit', view: 'View', own: 'Own only' } as const

function rightText({ role, rights, exports }: Person, table: string): string {
  if (role === 'admin') return 'Edit, export'
  const right = Object.hasOwn(rights, table) ? rights[table] : undefined
  if (!right) return '–'
  return exports.includes(table) ? `${words[right]}, export` : words[right]
}

/** With fewer people with access, each person's own line says it. */
const fewestPeople = 4

/** Rights: a row per table, a column per person with access. */
function RightsOverview({ people, tables }: RightsOverviewProps) {
  const shown = people.filter(({ role, disabled }) => role !== 'user' && !disabled)
  if (shown.length < fewestPeople) return null
  return (
    <section aria-labelledby="rights-overview" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="rights-overview" className="text-2xl">
        Who may do what
      </h2>
      <section
        aria-label="Rights by table and person"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className="overflow-x-auto rounded-xl border border-line bg-card"
      >
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="border-line border-b">
              <th scope="col" className="sticky left-0 bg-card px-4 py-2">
                Table
              </th>
              {shown.map(({ id, name, email }) => (
                <th key={id} scope="col" className="px-4 py-2">
                  {name ?? email}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tables.map(({ name, title }) => (
              <tr key={name} className="border-line border-b last:border-b-0">
                <th scope="row" className="sticky left-0 bg-card px-4 py-2 font-normal">
                  {title}
                </th>
                {shown.map((person) => (
                  <td key={person.id} className="whitespace-nowrap px-4 py-2">
                    {rightText(person, name)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

type PersonItemProps = { person: Person; tables: readonly Table[]; onOpen: () => void; onInvite: () => void }

function lastSeen({ lastSeenAt, invitedAt }: Person): string {
  if (lastSeenAt) return `Last seen ${momentText(lastSeenAt)}`
  return invitedAt ? `Invited ${momentText(invitedAt)}, not signed in yet` : 'Not signed in yet'
}

/** One person: who, what they may do, when they were last here. */
function PersonItem({ person, tables, onOpen, onInvite }: PersonItemProps) {
  const { email, name, role, disabled, accessRequestedAt, protection } = person
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-xl border border-line bg-card p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="min-w-0 [overflow-wrap:anywhere]">{name ?? email}</span>
          <Badge label={roleTitles[role]} tone={role === 'admin' ? 'green' : 'gray'} />
          {disabled && <Badge label="Disabled" tone="red" />}
          {accessRequestedAt && <Badge label="Requests access" tone="amber" />}
          {protection === 'self' && <span className="font-normal text-muted text-sm">You</span>}
        </p>
        {name && <p className="text-muted text-sm [overflow-wrap:anywhere]">{email}</p>}
        <p className="text-sm">{accessSummary(person, tables)}</p>
        <p className="text-muted text-sm">{lastSeen(person)}</p>
      </div>
      {role === 'user' && !disabled && (
        <button type="button" className="text-link min-h-11" aria-label={`Give access to ${email}`} onClick={onInvite}>
          Give access
        </button>
      )}
      <button type="button" className="text-link min-h-11" aria-label={`Edit ${email}`} onClick={onOpen}>
        Edit
      </button>
    </li>
  )
}

type Props = {
  tables: readonly Table[]
  /** An address to invite at once, as from the mail of an access request. */
  invite: string | null
}

/** People with access to the dashboard: invite, change, disable, delete. */
export function PeoplePage({ tables, invite }: Props) {
  usePageTitle('People')
  const isAdmin = useIsAdmin()
  const { data, error, refetch } = useQuery(queryOf(listPeople))
  const people = data?.data
  const [inviting, setInviting] = useState(invite)
  const [opened, setOpened] = useState<string | null>(null)
  const open = people?.find(({ id }) => id === opened)

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">People</h2>
        {isAdmin && (
          <Button onClick={() => setInviting('')}>
            <UserPlus className="size-5" />
            Invite a person
          </Button>
        )}
      </div>
      <LoadState query={{ data: people, error, refetch }} what="people" />
      {people && (
        <>
          <ul aria-label="People" className="grid gap-3">
            {people.map((person) => (
              <PersonItem
                key={person.id}
                person={person}
                tables={tables}
                onOpen={() => setOpened(person.id)}
                onInvite={() => setInviting(person.email)}
              />
            ))}
          </ul>
          <RightsOverview people={people} tables={tables} />
        </>
      )}
      {isAdmin && inviting !== null && (
        <InviteDialog tables={tables} email={inviting} onClose={() => setInviting(null)} />
      )}
      {open && <PersonDialog key={open.id} person={open} tables={tables} onClose={() => setOpened(null)} />}
    </>
  )
}

/** The page with the tables that rights are given for. */
export function People() {
  const [search] = useSearchParams()
  return <PeoplePage tables={useSharedTables()} invite={search.get('invite')} />
}
