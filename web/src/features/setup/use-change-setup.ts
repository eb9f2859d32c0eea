import { hideSetup, markSetupStep, readSetup, type Setup, type SetupMark, type SetupStep } from '@app/contracts/setup'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { keepAnswer } from '#lib/keep-answer'
import { useSingleMutation } from '#lib/use-single-mutation'
import { counted } from '#lib/words'
import { showToastAtom } from '#ui/toast'
import { useUndo } from '#ui/use-undo'
import { setupQuery } from './use-setup'

type Known = Setup['steps'][number]

/** Skips, confirms and reopens steps, one or several, and hides them all on Today. */
export function useChangeSetup() {
  const client = useQueryClient()
  const toast = useSetAtom(showToastAtom)
  const onSuccess = (setup: Setup) => keepAnswer(client, setupQuery.queryKey, setup)
  const onError = (error: Error) => toast({ text: failureText(error, 'Failed to save') })
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
  const hide = useSingleMutation({
    mutationKey: ['hide setup'],
    mutationFn: (hidden: boolean) => callApi(hideSetup, { body: { hidden } }),
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
