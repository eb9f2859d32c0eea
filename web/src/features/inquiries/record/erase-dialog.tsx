import { type ErasurePreview, eraseAddress, previewErasure } from '@app/contracts/erasures'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { queryOf, useSingleMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { counted } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import { Failure, Loading } from '#ui/load-state'
import { useToast } from '#ui/toast'

const kinds = [
  ['students', 'student', 'students'],
  ['guardians', 'guardian', 'guardians'],
  ['contact_submissions', 'inquiry', 'inquiries'],
] as const

/** "1 student, 3 lessons, 2 mails": what there is none of is left out. */
export function erasedWords({ records, lessons, mails }: ErasurePreview): string {
  const some = (count: number, one: string, many: string) => (count > 0 ? [counted(count, one, many)] : [])
  const words = [
    ...kinds.flatMap(([table, one, many]) =>
      some(records.filter(({ record }) => record.startsWith(`${table}/`)).length, one, many),
    ),
    ...some(lessons, 'lesson', 'lessons'),
    ...some(mails, 'mail', 'mails'),
  ]
  return words.join(', ') || 'nothing is stored'
}

/** A person by their address, by a record (`table/id`), or both. */
export type ErasedPerson = { label: string; email: string | null; record?: string }

type Props = { person: ErasedPerson; onClose: () => void; onErased: () => void }

const list = new Intl.ListFormat('en-US')

/** The data about these people, counted before anything is erased. */
const previewOf = (people: readonly ErasedPerson[]) => {
  const emails = people.flatMap(({ email }) => email ?? []).join(',')
  const records = people.flatMap(({ record }) => record ?? []).join(',')
  return { ...queryOf(previewErasure, { query: { emails, records } }), gcTime: 0 }
}

/** Shows what would be deleted before a person is erased, alone or with the rest of the family. */
export function EraseDialog({ person, onClose, onErased }: Props) {
  const client = useQueryClient()
  const showToast = useToast()
  useRecentSignIn('This erasure', eraseAddress)
  const alone = useQuery(previewOf([person]))
  const family = alone.data?.family ?? []
  const together = useQuery({ ...previewOf([person, ...family]), enabled: family.length > 0 })
  const failed = alone.error ? alone : together
  const isCounted = alone.data && (family.length === 0 || together.data)
  const erasure = useSingleMutation({
    mutationKey: ['erasure', person.record ?? person.email],
    async mutationFn(people: readonly ErasedPerson[]) {
      // The family first: while the person is there, this can be repeated.
      for (const { email, record } of people.toReversed())
        await callApi(eraseAddress, {
          body: { ...(email !== null && { email }), ...(record !== undefined && { records: [record] }) },
        })
    },
    onSuccess(_, people) {
      // Lessons, lists and counters that are not shown read themselves again when they are.
      void client.invalidateQueries({ refetchType: 'none' })
      showToast({ text: `${list.format(people.map(({ label }) => label))} erased` })
      onErased()
    },
  })
  const busy = erasure.isPending

  return (
    <ConfirmDialog
      title={alone.data ? `Erase ${person.label}: ${erasedWords(alone.data)}` : `Erase ${person.label}`}
      action={busy ? 'Erasing...' : family.length > 0 ? `Erase only ${person.label}` : 'Erase'}
      busy={busy}
      isReady={alone.data !== undefined}
      onConfirm={() => erasure.mutate([person])}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p className="[overflow-wrap:anywhere]">
          This permanently deletes {person.email === null ? 'the record' : <>everything from {person.email}</>}, with
          replies, queued emails, what the trash and the history hold, and their full name, testimonials and photos on
          the website. Lessons stay; the places in them become free. It cannot be undone.
        </p>
        {family.length > 0 && (
          <>
            {together.data && (
              <p className="[overflow-wrap:anywhere]">
                The family, with {list.format(family.map(({ label }) => label))}: {erasedWords(together.data)}.
              </p>
            )}
            <Button
              variant="outlineDanger"
              className="justify-self-start"
              disabled={busy || !together.data}
              onClick={() => erasure.mutate([person, ...family])}
            >
              {busy ? 'Erasing...' : `Erase the family (${counted(family.length + 1, 'person', 'people')})`}
            </Button>
          </>
        )}
        {!isCounted && !failed.error && <Loading className="">Counting what is stored...</Loading>}
        <Failure error={failed.error} fallback="Failed to count what is stored">
          <SmallButton onClick={() => failed.refetch()}>Count again</SmallButton>
        </Failure>
        <Failure error={erasure.error} fallback="Failed to erase" />
      </div>
    </ConfirmDialog>
  )
}
