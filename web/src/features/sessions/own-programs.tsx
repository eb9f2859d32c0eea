import { deleteIncomingHook, listIncomingHooks } from '@app/contracts/incoming-hook-calls'
import type { Policy } from '@app/contracts/policy'
import { deleteServiceAccount, listServiceAccounts } from '@app/contracts/service-accounts'
import { deleteWebhook, listWebhooks } from '@app/contracts/webhook-calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarSync, KeyRound, type LucideIcon, Webhook } from 'lucide-react'
import { useRef } from 'react'
import { sourceTitles } from '#features/bookings/hook-words'
import { callApi } from '#lib/call-api'
import { queryOf, useSingleMutation } from '#lib/queries'
import { dateText, dayAtSchool } from '#lib/school-time'
import { SmallButton } from '#ui/button'
import { ConfirmDelete } from '#ui/confirm-delete'
import { ListCard, ListCardText } from '#ui/list-card'
import { Failure } from '#ui/load-state'

type Program = {
  id: string
  icon: LucideIcon
  name: string
  kind: string
  createdAt: string
  /** The consequences of deleting it. */
  ends: string
  call: Policy
  remove: () => Promise<unknown>
}

const lists = [listServiceAccounts, listWebhooks, listIncomingHooks] as const

function usePrograms(userId: string) {
  const accounts = useQuery(queryOf(listServiceAccounts))
  const webhooks = useQuery(queryOf(listWebhooks))
  const hooks = useQuery(queryOf(listIncomingHooks))
  const own = <One extends { owner: { id: string } | null }>(query: { data: { data: One[] } | undefined }) =>
    query.data?.data.filter(({ owner }) => owner?.id === userId) ?? []
  const programs: Program[] = [
    ...own(accounts).map(({ id, name, createdAt }) => ({
      id,
      name,
      createdAt,
      icon: KeyRound,
      kind: 'Service account',
      ends: 'Programs that use it are refused from now on. Their records are kept.',
      call: deleteServiceAccount,
      remove: () => callApi(deleteServiceAccount, { params: { id } }),
    })),
    ...own(webhooks).map(({ id, url, createdAt }) => ({
      id,
      name: url,
      createdAt,
      icon: Webhook,
      kind: 'Webhook',
      ends: 'Nothing is sent there any more.',
      call: deleteWebhook,
      remove: () => callApi(deleteWebhook, { params: { id } }),
    })),
    ...own(hooks).map(({ id, name, source, createdAt }) => ({
      id,
      name,
      createdAt,
      icon: CalendarSync,
      kind: `Bookings from ${sourceTitles[source]}`,
      ends: 'Bookings stop. Imported records stay; pending ones are deleted.',
      call: deleteIncomingHook,
      remove: () => callApi(deleteIncomingHook, { params: { id } }),
    })),
  ]
  const all = [accounts, webhooks, hooks]
  return {
    programs,
    error: all.find(({ error }) => error)?.error,
    retry: () => void Promise.all(all.filter(({ error }) => error).map(({ refetch }) => refetch())),
  }
}

/** The programs that an admin set up. They work without a session, so they end here as well. */
export function OwnPrograms({ userId }: { userId: string }) {
  const client = useQueryClient()
  const section = useRef<HTMLElement>(null)
  const { programs, error, retry } = usePrograms(userId)
  const remove = useSingleMutation({
    mutationKey: ['delete-program'],
    mutationFn: (program: Program) => program.remove(),
    async onSuccess() {
      await Promise.all(lists.map(({ id }) => client.invalidateQueries({ queryKey: [id] })))
      // The focused button is gone.
      section.current?.focus()
    },
  })
  if (programs.length === 0 && !error && !remove.isSuccess) return null
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="own-programs" className="grid gap-4">
      <h2 id="own-programs" className="text-2xl">
        Programs you set up
      </h2>
      <p className="max-w-prose text-muted">
        They belong to the school and keep working when you log out everywhere. Delete any you do not recognize.
      </p>
      <Failure error={error} fallback="Failed to load the programs">
        <SmallButton onClick={retry}>Try again</SmallButton>
      </Failure>
      <p role="status" className="sr-only">
        {remove.isSuccess && `Deleted: ${remove.variables.name}`}
      </p>
      {programs.length > 0 && (
        <ul aria-label="Programs" className="grid gap-3">
          {programs.map((program) => (
            <ListCard key={program.id} icon={program.icon}>
              <ListCardText title={program.name}>
                {program.kind}, created {dateText(dayAtSchool(program.createdAt))}
              </ListCardText>
              <ConfirmDelete
                title={`Delete ${program.name}?`}
                label={`Delete ${program.name}`}
                call={program.call}
                remove={{
                  isPending: remove.isPending,
                  error: remove.variables?.id === program.id ? remove.error : null,
                  mutate: () => remove.mutate(program),
                }}
              >
                <p>{program.ends}</p>
              </ConfirmDelete>
            </ListCard>
          ))}
        </ul>
      )}
    </section>
  )
}
