import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'
import { askId, interestOf, topics } from '#content/site'
import { askAboutAtom } from './contact.atoms'

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
