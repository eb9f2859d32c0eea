import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation } from 'wouter'
import { PasskeysSection } from '#features/passkeys/passkeys-section'
import { SessionsPage as Sessions } from '#features/sessions/sessions-page'
import { leaveSiteAtom, userAtom } from '#features/sign-in/user.atoms'
import { paths } from '#lib/paths'
import { Toasts } from '#ui/toast'

/** The sessions of the signed-in user; ending the current one leads to the login. */
export function SessionsPage() {
  const { user } = useAtomValue(userAtom)
  const leave = useSetAtom(leaveSiteAtom)
  const [, navigate] = useLocation()
  return (
    <>
      <Sessions email={user?.email} onSignedOut={() => leave(() => navigate(paths.login))}>
        <PasskeysSection />
      </Sessions>
      <Toasts />
    </>
  )
}
