import { readDeliverability } from '@app/contracts/deliverability'
import { listPasskeys } from '@app/contracts/passkeys'
import { hideSetup, markSetupStep, readSetup, type Setup, type SetupMark, type SetupStep } from '@app/contracts/setup'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import { callApi } from '#lib/call-api'
import { listPath } from '#lib/list-address'
import { paths } from '#lib/paths'
import { keepAnswer, queryOf, useCallMutation, useSingleMutation } from '#lib/queries'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
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

/** The number of steps that are done or were skipped. */
export function Progress({ steps }: { steps: readonly Step[] }) {
  const settled = steps.filter(({ isOpen }) => !isOpen).length
  return (
    <div className="grid gap-1">
      <progress
        aria-label="Steps done"
        max={steps.length}
        value={settled}
        className="h-2.5 w-full appearance-none overflow-hidden rounded-full border border-edge bg-sunken [&::-moz-progress-bar]:bg-forest [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-forest"
      />
      <p className="text-muted text-sm tabular-nums">
        {settled} of {steps.length} done
      </p>
    </div>
  )
}

/** The next steps of a new school, on Today. Gone once every step is settled, or an admin has hidden it. */
export function SetupCard() {
  const { steps, hidden } = useSetup()
  const { hide, isSaving } = useChangeSetup()
  const next = steps?.find(({ isOpen }) => isOpen)
  if (!steps || !next || hidden) return null
  const { title, text, href } = stepWords[next.step]
  return (
    <section aria-labelledby="setup" className="grid gap-3 rounded-2xl border border-line bg-card p-4">
      <h2 id="setup" className="text-xl">
        Set up your school
      </h2>
      <Progress steps={steps} />
      <Link
        href={href}
        className="-mx-2 flex min-h-11 items-center gap-3 rounded-lg px-2 py-1 hover:bg-sunken focus-visible:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold text-link">Next: {title}</span>
          <span className="block text-muted text-sm">{text}</span>
        </span>
        <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-forest" />
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Link href={paths.setup} className="text-link inline-flex min-h-11 items-center">
          All steps
        </Link>
        <Button
          variant="quiet"
          size="small"
          className="min-h-11 px-0"
          aria-label="Hide Set up your school"
          disabled={isSaving}
          onClick={() => hide(true)}
        >
          Hide
        </Button>
      </div>
    </section>
  )
}
