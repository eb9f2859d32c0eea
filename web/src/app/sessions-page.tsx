import { inquiryTable } from '@app/contracts/inquiries'
import { mayUse } from '@app/contracts/may-use'
import { FeedsSection } from '#features/calendar/feeds-section'
import { SignatureSection } from '#features/inquiries/settings/signature-section'
import { PasskeysSection } from '#features/passkeys/passkeys-section'
import { OwnPrograms } from '#features/people/own-programs'
import { About } from '#features/sessions/about'
import { SessionsPage as Sessions } from '#features/sessions/sessions-page'
import { useLeave } from '#features/sign-in/sign-out'
import { useUser } from '#features/sign-in/user'
import { Toasts } from '#ui/toast'
import { KeysHost } from './keys/keys-host'
import { StaffLayout } from './staff-layout'

/** The account of the signed-in user, in the dashboard of those who have one. Ending the current session leads to the login. */
export function SessionsPage() {
  const user = useUser()
  const leave = useLeave()
  if (!user || user.role === 'user')
    return (
      <>
        <main className="page-width py-8">
          <Sessions email={user?.email} onSignedOut={leave}>
            <PasskeysSection />
          </Sessions>
        </main>
        <Toasts />
      </>
    )
  return (
    <>
      <StaffLayout>
        <Sessions email={user.email} onSignedOut={leave} isInDashboard>
          <PasskeysSection />
          <FeedsSection />
          {user.role === 'admin' && <OwnPrograms userId={user.id} />}
          {mayUse(user, inquiryTable, 'edit') && <SignatureSection />}
          <About />
        </Sessions>
      </StaffLayout>
      <KeysHost />
    </>
  )
}
