import { KeysHost } from '#features/palette/module'
import { Account } from '#features/sessions/account'
import { useUser } from '#features/sign-in/user'
import { Toasts } from '#ui/toast'
import { StaffLayout } from './dashboard-header'

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
