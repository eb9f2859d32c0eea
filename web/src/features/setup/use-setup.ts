import { readDeliverability } from '@app/contracts/deliverability'
import { listPasskeys } from '@app/contracts/passkeys'
import { readSetup, type Setup, type SetupStep } from '@app/contracts/setup'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#lib/call-query'

export const setupQuery = queryOf(readSetup)

type Mark = NonNullable<Setup['steps'][number]['mark']>
export type Step = { step: SetupStep; isDone: boolean; mark: Mark | null; isOpen: boolean }

/** The steps with what other services know of them; these count as open while that is not known. */
export function useSetup() {
  const { data, error, refetch } = useQuery(setupQuery)
  const isAsked = (name: SetupStep) =>
    data?.steps.some(({ step, isDone, mark }) => step === name && isDone === null && mark === null) ?? false
  const { data: passkeys } = useQuery({ ...queryOf(listPasskeys), enabled: isAsked('passkey') })
  const { data: email } = useQuery({ ...queryOf(readDeliverability), enabled: isAsked('mailbox') })
  const elsewhere: Partial<Record<SetupStep, boolean>> = {
    passkey: (passkeys?.length ?? 0) > 0,
    mailbox: email?.doors.some(({ state }) => state === 'open') ?? false,
  }
  const steps = data?.steps.map(({ step, isDone: known, mark }): Step => {
    const isDone = known ?? elsewhere[step] ?? false
    return { step, isDone, mark, isOpen: !isDone && mark === null }
  })
  return { steps, hidden: data?.hidden ?? null, error, refetch }
}
