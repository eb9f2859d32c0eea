import { Link, useSearchParams } from 'wouter'
import { paths } from '../../app/paths'
import { LoadingMessage, PageMessage } from '../../ui/page-message'
import { usePageTitle } from '../../ui/page-title'

const nothingCame = 'No OAuth code or error found in URL parameters'
const refused = 'OAuth authorization failed'

/** Where the provider sends people back to. */
export function CallbackPage() {
  usePageTitle('Completing Login')
  const [search] = useSearchParams()
  const failed = search.has('error')

  if (search.has('code') && !failed)
    return <LoadingMessage title="Completing Login">Please wait while we sign you in...</LoadingMessage>
  return (
    <PageMessage title="Completing Login">
      <p role="alert">{failed ? search.get('error_description') || refused : nothingCame}</p>
      <Link href={paths.login} className="text-link">
        Back to login
      </Link>
    </PageMessage>
  )
}
