import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { interestOf } from '#content/site'
import { askAboutAtom, offerInterestsAtom } from '#features/contact/contact.atoms'
import { ContactSection } from '#features/contact/contact-section'
import { HomePage } from '#features/home/home-page'
import { interestsAtom } from '#features/home/site-content.atoms'

/** The home page with the contact form; "Ask about this" on a service card selects the interest in it. */
export function Home() {
  const ask = useSetAtom(askAboutAtom)
  const interests = useAtomValue(interestsAtom)
  const offer = useSetAtom(offerInterestsAtom)
  useEffect(() => {
    if (interests) offer(interests)
  }, [interests, offer])
  return <HomePage contact={<ContactSection />} onAsk={(topic) => ask(interestOf[topic])} />
}
