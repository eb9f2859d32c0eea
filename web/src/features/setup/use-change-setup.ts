import { hideSetup, markSetupStep, type Setup, type SetupMark, type SetupStep } from '@app/contracts/setup'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { keepAnswer } from '#lib/keep-answer'
import { useSingleMutation } from '#lib/use-single-mutation'
import { showToastAtom } from '#ui/toast'
import { setupQuery } from './use-setup'

/** Skips, confirms and reopens steps, one or several, and hides them all on Today. */
export function useChangeSetup() {
  const client = useQueryClient()
  const toast = useSetAtom(showToastAtom)
  const onSuccess = (setup: Setup) => keepAnswer(client, setupQuery.queryKey, setup)
  const onError = (error: Error) => toast({ text: failureText(error, 'Failed to save') })
  const save = ({ step, as }: SetupMark & { step: SetupStep }) =>
    callApi(markSetupStep, { params: { step }, body: { as } })
  const mark = useSingleMutation({ mutationKey: ['mark setup step'], mutationFn: save, onSuccess, onError })
  const skip = useSingleMutation({
    mutationKey: ['skip setup steps'],
    async mutationFn(steps: readonly SetupStep[]) {
      for (const step of steps) await onSuccess(await save({ step, as: 'skipped' }))
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
