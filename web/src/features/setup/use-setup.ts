import { readDeliverability } from '@app/contracts/deliverability'
import { listPasskeys } from '@app/contracts/passkeys'
import { hideSetup, markSetupStep, readSetup, type Setup, type SetupMark, type SetupStep } from '@app/contracts/setup'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { listPath } from '#lib/list-address'
import { paths } from '#lib/paths'
import { keepAnswer, queryOf, useCallMutation, useSingleMutation } from '#lib/queries'
import { counted } from '#lib/words'
import { useToast, useUndo } from '#ui/toast'

type Words = { title: string; text: string; href: string; action: string }
const facts = `${paths.website}?show=facts`

export const stepWords: Readonly<Record<SetupStep, Words>> = {
  name: { title: 'Name and place', text: 'What your school is called, and where.', href: facts, action: 'Open facts' },
  hours: { title: 'Hours', text: 'When visitors can come and call.', href: facts, action: 'Open facts' },
  phone: { title: 'Phone', text: 'The number that visitors call.', href: facts, action: 'Open facts' },
  prices: {
    title: 'Prices',
    text: 'What lessons and parties cost, on the service cards.',
    href: listPath({ table: 'service_cards' }),
    action: 'Open cards',
  },
  mail: {
    title: 'Sender and test mail',
    text: 'See that mail of the school arrives.',
    href: paths.email,
    action: 'Send a test mail',
  },
  mailbox: {
    title: 'Mailbox',
    text: 'Receive the answers of visitors here.',
    href: paths.email,
    action: 'Open email',
  },
  passkey: {
    title: 'Your passkey',
    text: 'Sign in with your device instead of a code.',
    href: paths.sessions,
    action: 'Add a passkey',
  },
  colleague: {
    title: 'A colleague',
    text: 'Somebody else who can sign in.',
    href: paths.people,
    action: 'Invite a person',
  },
  students: {
    title: 'Students',
    text: 'Add the first, or import your list.',
    href: listPath({ table: 'students' }),
    action: 'Open students',
  },
  publish: {
    title: 'Publish',
    text: 'Show visitors what you have changed.',
    href: paths.website,
    action: 'Open website',
  },
}

const setupQuery = queryOf(readSetup)

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

type Known = Setup['steps'][number]

/** Skips, confirms and reopens steps, one or several, and hides them all on Today. */
export function useChangeSetup() {
  const client = useQueryClient()
  const toast = useToast()
  const onSuccess = (setup: Setup) => keepAnswer(client, setupQuery.queryKey, setup)
  const onError = (error: Error) => toast({ error, text: 'Failed to save' })
  const save = ({ step, as }: SetupMark & { step: SetupStep }) =>
    callApi(markSetupStep, { params: { step }, body: { as } })
  const mark = useSingleMutation({ mutationKey: ['mark setup step'], mutationFn: save, onSuccess, onError })
  /** Marks those that are still meant by the latest answer, since colleagues mark them too. Stops at the first failure. */
  async function saveEach(
    steps: readonly SetupStep[],
    as: SetupMark['as'],
    isMeant: (known: Known) => boolean,
    onSaved?: (step: SetupStep) => void,
  ) {
    let latest = await callApi(readSetup)
    for (const step of steps) {
      if (!latest.steps.some((known) => known.step === step && isMeant(known))) continue
      latest = await save({ step, as })
      onSaved?.(step)
      await onSuccess(latest)
    }
    await onSuccess(latest)
  }
  const undo = useUndo(() => client.invalidateQueries({ queryKey: setupQuery.queryKey }))
  const takeBack = async (steps: readonly SetupStep[]) => {
    await saveEach(steps, 'open', ({ mark }) => mark?.as === 'skipped')
    return 'Undone'
  }
  const skip = useSingleMutation({
    mutationKey: ['skip setup steps'],
    async mutationFn(steps: readonly SetupStep[]) {
      const skipped: SetupStep[] = []
      try {
        await saveEach(
          steps,
          'skipped',
          ({ isDone, mark }) => !isDone && mark === null,
          (step) => skipped.push(step),
        )
      } finally {
        if (skipped.length > 0)
          toast({ text: `Skipped ${counted(skipped.length, 'step')}`, undo: () => undo(() => takeBack(skipped)) })
      }
    },
    onError,
  })
  const hide = useCallMutation(hideSetup, {
    input: (hidden: boolean) => ({ body: { hidden } }),
    async onSuccess(setup, hidden) {
      await onSuccess(setup)
      if (hidden)
        toast({ text: 'Hidden. You find it under Settings, Set up your school.', undo: () => hide.mutate(false) })
    },
    onError,
  })
  return {
    mark: mark.mutate,
    hide: hide.mutate,
    skip: skip.mutate,
    isSaving: mark.isPending || hide.isPending || skip.isPending,
  }
}
