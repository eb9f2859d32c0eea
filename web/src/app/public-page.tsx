import { StrictMode } from 'react'
import { useHashNavigation } from './hash-navigation'
import { Home } from './home'

/**
 * The home page on its own, as it is prerendered and brought to life: nothing on it leads to the staff pages, so their
 * routes and their sign-in are not loaded for visitors.
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
