import { Link } from 'wouter'
import { AccessRequest } from '#features/sign-in/access-request'
import { useSignOut } from '#features/sign-in/sign-out'
import { paths } from '#lib/paths'
import { Button, ButtonLink } from '#ui/button'
import { PageMessage } from '#ui/page-message'
import { usePageTitle } from '#ui/page-title'

type Props = {
  email: string
  /** The user's access may have changed: check again. */
  onChange: () => void
}

/** Shown to signed-in users without access to the dashboard. */
export function DeniedPage({ email, onChange }: Props) {
  usePageTitle('Access Denied')
  const signOut = useSignOut()
  return (
    <PageMessage title="Access Denied">
      <p>You are not authorized to access the administration panel. This area is restricted to administrators only.</p>
      <AccessRequest onChange={onChange} />
      <ButtonLink href={paths.home}>Return to Website</ButtonLink>
      <p className="[overflow-wrap:anywhere]">Logged in as: {email}</p>
      <div className="flex flex-wrap justify-center gap-x-4">
        <Link href={paths.sessions} asChild>
          <ButtonLink variant="quiet">Account and passkeys</ButtonLink>
        </Link>
        <Button variant="quiet" onClick={signOut}>
          Logout
        </Button>
      </div>
    </PageMessage>
  )
}
