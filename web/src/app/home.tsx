import { ContactSection } from '#features/contact/contact-section'
import { HomePage } from '#features/home/home-page'
import { OfferedForm } from './offered-form'

/** The home page with the contact form. */
export const Home = () => (
  <HomePage
    contact={
      <ContactSection>
        <OfferedForm />
      </ContactSection>
    }
  />
)
