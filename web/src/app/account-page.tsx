import { readAbout } from '@app/contracts/account'
import { inquiryTable } from '@app/contracts/inquiries'
import { mayUse } from '@app/contracts/policy'
import { useQuery } from '@tanstack/react-query'
import { FeedsSection } from '#features/calendar/feeds'
import { SignatureSection } from '#features/inquiries/settings/signature-section'
import { KeysHost } from '#features/palette/module'
import { PasskeysSection } from '#features/passkeys/passkeys-section'
import { OwnPrograms } from '#features/sessions/own-programs'
import { SessionsPage } from '#features/sessions/sessions-page'
import { useLeave } from '#features/sign-in/sign-out'
import { useUser } from '#features/sign-in/user'
import { queryOf } from '#lib/queries'
import { Toasts } from '#ui/toast'
import { StaffLayout } from './dashboard-header'

/** The account of the signed-in user. Ending the current session leads to the login. */
function Account({ isInDashboard }: { isInDashboard: boolean }) {
  const user = useUser()
  return (
    <SessionsPage email={user?.email} onSignedOut={useLeave()} isInDashboard={isInDashboard}>
      <PasskeysSection />
      {user && isInDashboard && (
        <>
          {mayUse(user, inquiryTable, 'edit') && <SignatureSection />}
          {/* Shown once they are known, if at all. */}
          <FeedsSection />
          {user.role === 'admin' && <OwnPrograms userId={user.id} />}
          <About />
        </>
      )}
    </SessionsPage>
  )
}

/** The version that runs, for staff who report a fault. Nothing while it is not known. */
function About() {
  const { data } = useQuery(queryOf(readAbout))
  if (!data) return null
  return <p className="text-muted text-sm">Archery school, version {data.version}</p>
}

/** The account of the signed-in user, in the dashboard of those who have one. */
export function AccountPage() {
  const user = useUser()
  if (!user || user.role === 'user')
    return (
      <>
        <main className="page-width py-8">
          <Account isInDashboard={false} />
        </main>
        <Toasts />
      </>
    )
  return (
    <>
      <StaffLayout>
        <Account isInDashboard />
      </StaffLayout>
      <KeysHost />
    </>
  )
}
