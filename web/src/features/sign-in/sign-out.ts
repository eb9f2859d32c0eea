import { signOutByLink } from '@app/contracts/sign-in'
import { useSetAtom } from 'jotai'
import { useLocation } from 'wouter'
import { callApi } from '#lib/call-api'
import { forgetUser } from '#lib/device-store'
import { logFailure } from '#lib/failure-text'
import { paths } from '#lib/paths'
import { useSingleMutation } from '#lib/queries'
import { forgetUndosAtom } from '#ui/toast'
import { notifyTabs } from './session-channel'

/** While this mutation runs the guard shows nothing of the page. */
export const signOutKey = ['sign-out']

/** Leads to the login after the session ended, and notifies the other tabs. */
export function useLeave() {
  const [, navigate] = useLocation()
  const forgetUndos = useSetAtom(forgetUndosAtom)
  return async () => {
    forgetUndos()
    await forgetUser()
    notifyTabs('signed_out')
    navigate(paths.login)
  }
}

/** Ends the session. The page leaves even if the call fails. */
export function useSignOut() {
  const leave = useLeave()
  const { mutate } = useSingleMutation({
    mutationKey: signOutKey,
    mutationFn: () => callApi(signOutByLink, { anonymous: true }).catch((error) => logFailure('Logout failed', error)),
    onSuccess: leave,
  })
  return () => mutate()
}
