import { FeedsSection } from '#features/calendar/feeds-section'
import { PasskeysSection } from '#features/passkeys/passkeys-section'
import { About } from '#features/sessions/about'
import { SessionsPage as Sessions } from '#features/sessions/sessions-page'
import { useLeave } from '#features/sign-in/sign-out'
import { useUser } from '#features/sign-in/user'
import { Toasts } from '#ui/toast'

/** The sessions of the signed-in user; ending the current one leads to the login. */
export function SessionsPage() {
  const user = useUser()
  const leave = useLeave()
  return (
    <>
      <Sessions email={user?.email} onSignedOut={leave}>
        <PasskeysSection />
        {user && user.role !== 'user' && (
          <>
            <FeedsSection />
            <About />
          </>
        )}
      </Sessions>
      <Toasts />
    </>
  )
}
