import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'
import { interestOf, type ServiceCard } from '../../content/site'
import { askAboutAtom } from './contact.atoms'

export type Topic = ServiceCard['icon']

export const topics = Object.keys(interestOf) as Topic[]

/** The address of the form with a topic chosen: it can be followed before the page is alive, kept, and sent to others. */
export const askId = (topic: Topic) => `ask-${topic}`

/** Chooses the interest that the address names. */
export function useAskedInAddress() {
  const ask = useSetAtom(askAboutAtom)
  const hash = useLocationProperty(
    () => location.hash,
    () => '',
  )
  useEffect(() => {
    const topic = topics.find((each) => hash === `#${askId(each)}`)
    if (topic) ask(interestOf[topic])
  }, [ask, hash])
}
