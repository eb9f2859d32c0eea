import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { offerChoicesAtom } from '#features/contact/contact.atoms'
import { ContactForm } from '#features/contact/contact-form'
import { heardFromAtom, interestsAtom } from './site-content.atoms'

/** The contact form, which offers the published choices once they have loaded. */
export function OfferedForm() {
  const interests = useAtomValue(interestsAtom)
  const heardFrom = useAtomValue(heardFromAtom)
  const offer = useSetAtom(offerChoicesAtom)
  useEffect(() => {
    if (interests) offer(interests, heardFrom)
  }, [interests, heardFrom, offer])
  return <ContactForm />
}
