import { StrictMode } from 'react'
import { useHashNavigation } from './hash-navigation'
import { Home } from './home'

/**
 * The home page as it is prerendered and hydrated. It imports no staff page, so visitors load neither the routes nor
 * the sign-in.
 */
export const PublicPage = () => (
  <StrictMode>
    <Page />
  </StrictMode>
)

function Page() {
  useHashNavigation()
  return <Home />
}
