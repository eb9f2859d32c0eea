import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { offerInterestsAtom } from '#features/contact/contact.atoms'
import { ContactForm } from '#features/contact/contact-form'
import { interestsAtom } from '#features/home/site-content.atoms'

/** The contact form, which offers the published interests once they have loaded. */
export function OfferedForm() {
  const interests = useAtomValue(interestsAtom)
  const offer = useSetAtom(offerInterestsAtom)
  useEffect(() => {
    if (interests) offer(interests)
  }, [interests, offer])
  return <ContactForm />
}
