import type { Inquiry } from '@app/contracts/inquiries'
import { useQueryClient } from '@tanstack/react-query'
import { failureText } from '#lib/failure-text'
import { keepAnswer } from '#lib/keep-answer'
import { useSingleMutation } from '#lib/use-single-mutation'
import { inquiryKey } from '../inquiries.queries'

export type InquiryAction = {
  /** Names the control that shows progress. */
  name: string
  call: () => Promise<Inquiry>
  /** Announced on success. */
  success: string
  failure: string
  onSuccess?: () => void
}

/** Runs one action on an inquiry at a time. A failed action can be retried. */
export function useInquiryAction(id: string) {
  const client = useQueryClient()
  const { mutate, variables, isPending, isSuccess, error } = useSingleMutation<Inquiry, InquiryAction>({
    mutationKey: ['inquiry-action', id],
    mutationFn: ({ call }) => call(),
    async onSuccess(changed, { onSuccess }) {
      await keepAnswer(client, inquiryKey(id), changed)
      onSuccess?.()
    },
    // The change may have been made in spite of the error, or by someone else.
    onError: () => client.invalidateQueries({ queryKey: inquiryKey(id) }),
  })
  return {
    run: (action: InquiryAction) => mutate(action),
    running: isPending ? variables.name : undefined,
    success: isSuccess ? variables.success : '',
    failure:
      error && variables ? { text: failureText(error, variables.failure), retry: () => mutate(variables) } : undefined,
  }
}
