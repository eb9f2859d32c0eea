import { hideSetup, markSetupStep, type Setup, type SetupMark, type SetupStep } from '@app/contracts/setup'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { keepAnswer } from '#lib/keep-answer'
import { useSingleMutation } from '#lib/use-single-mutation'
import { showToastAtom } from '#ui/toast'
import { setupQuery } from './use-setup'

/** Skips, confirms and reopens steps, and hides them all on Today. */
export function useChangeSetup() {
  const client = useQueryClient()
  const toast = useSetAtom(showToastAtom)
  const onSuccess = (setup: Setup) => keepAnswer(client, setupQuery.queryKey, setup)
  const onError = (error: Error) => toast({ text: failureText(error, 'Failed to save') })
  const mark = useSingleMutation({
    mutationKey: ['mark setup step'],
    mutationFn: ({ step, as }: SetupMark & { step: SetupStep }) =>
      callApi(markSetupStep, { params: { step }, body: { as } }),
    onSuccess,
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
  return { mark: mark.mutate, hide: hide.mutate, isSaving: mark.isPending || hide.isPending }
}
