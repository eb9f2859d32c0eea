import { useSetAtom } from 'jotai'
import { interestOf } from '#content/site'
import { askAboutAtom } from '#features/contact/contact.atoms'
import { ContactSection } from '#features/contact/contact-section'
import { HomePage } from '#features/home/home-page'

/** The home page with the contact form; "Ask about this" on a service card selects the interest in it. */
export function Home() {
  const ask = useSetAtom(askAboutAtom)
  return <HomePage contact={<ContactSection />} onAsk={(topic) => ask(interestOf[topic])} />
}
