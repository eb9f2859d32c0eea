import { endSession, endSessions, type SessionSummary } from '@app/contracts/account'
import { AppError } from '@app/contracts/errors'
import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { keepAnswer } from '#lib/keep-answer'
import { useSingleMutation } from '#lib/use-single-mutation'
import { endKey, sessionsQuery } from './sessions.queries'

/** Ends one session; one that has already ended counts as success. */
async function end({ id }: SessionSummary) {
  try {
    await callApi(endSession, { params: { id } })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  }
}

export function useEndSession(onSignedOut: () => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: endKey,
    mutationFn: end,
    onSuccess: async (_done, { id, current }) => {
      await keepAnswer<SessionSummary[]>(client, sessionsQuery.queryKey, (list) =>
        list?.filter((each) => each.id !== id),
      )
      if (current) onSignedOut()
    },
  })
}

/** Ends every session and leaves. */
export const useEndAllSessions = (onSignedOut: () => void) =>
  useSingleMutation({ mutationKey: endKey, mutationFn: () => callApi(endSessions), onSuccess: onSignedOut })

export const useIsEnding = () => useIsMutating({ mutationKey: endKey }) > 0
