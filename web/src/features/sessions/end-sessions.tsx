import { endSession, endSessions, listSessions, type SessionSummary } from '@app/contracts/account'
import { AppError } from '@app/contracts/errors'
import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { keepAnswer, queryOf, useSingleMutation } from '#lib/queries'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'

export const sessionsQuery = queryOf(listSessions)

/** One of these calls at a time. */
const endKey = ['end-session']

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

type Props = { isRunning: boolean; onEndAll: () => void }

/** Ends all sessions after a confirmation. */
export function EndAll({ isRunning, onEndAll }: Props) {
  const isEnding = useIsEnding()
  const [asking, setAsking] = useState(false)

  function confirm() {
    setAsking(false)
    onEndAll()
  }

  return (
    <>
      <Button variant="outline" className="justify-self-start" disabled={isEnding} onClick={() => setAsking(true)}>
        {isRunning ? 'Logging out...' : 'Log out everywhere'}
      </Button>
      {asking && (
        <Dialog
          title="Log out everywhere?"
          role="alertdialog"
          size="small"
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button variant="outline" onClick={() => setAsking(false)}>
                Cancel
              </Button>
              <Button onClick={confirm}>Log out everywhere</Button>
            </>
          }
        >
          <p>
            You will have to sign in again in every browser, including this one. Unsaved changes there are lost, and
            your calendar addresses stop working.
          </p>
        </Dialog>
      )}
    </>
  )
}
