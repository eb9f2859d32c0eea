import { shippedPage } from 'virtual:shipped-page'
import { ShownPage } from '#content/frame'
import { ContactSection } from '#features/contact/contact-section'
import { HomePage } from './home-page'
import { OfferedForm } from './offered-form'

export const Home = () => (
  <HomePage
    contact={
      <ContactSection>
        <OfferedForm />
      </ContactSection>
    }
  />
)

/** The home page as it is shipped, for the development server. */
export const ShippedHome = () => (
  <ShownPage value={shippedPage}>
    <Home />
  </ShownPage>
)
