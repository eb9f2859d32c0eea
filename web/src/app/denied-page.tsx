import { Link } from 'wouter'
import { ButtonLink } from '../ui/button'
import { PageMessage } from '../ui/page-message'
import { usePageTitle } from '../ui/page-title'
import { paths } from './paths'

/** For those who are signed in but no admins. */
export function DeniedPage({ email }: { email: string }) {
  usePageTitle('Access Denied')
  return (
    <PageMessage title="Access Denied">
      <p>You are not authorized to access the administration panel. This area is restricted to administrators only.</p>
      <Link href={paths.home} asChild>
        <ButtonLink>Return to Website</ButtonLink>
      </Link>
      <p>Logged in as: {email}</p>
    </PageMessage>
  )
}
