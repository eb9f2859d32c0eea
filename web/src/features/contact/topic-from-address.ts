import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'
import { askId, interestOf, topics } from '#content/site'
import { askAboutAtom } from './contact.atoms'

/** Selects the interest named by the hash, such as `#ask-party`. */
export function useTopicFromAddress() {
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
