import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { askId, interestOf, topics } from '#content/site'
import { askAboutAtom, beginMessageAtom } from './contact.atoms'

/**
 * Selects the interest named by the hash, such as `#ask-party`: now, when it changes, and when a link to it is followed again,
 * which leaves the address as it is. A link may also say what the message begins with (`data-ask`).
 */
export function useTopicFromAddress() {
  const ask = useSetAtom(askAboutAtom)
  const begin = useSetAtom(beginMessageAtom)
  useEffect(() => {
    const select = (hash: string | undefined) => {
      const topic = topics.find((each) => hash === `#${askId(each)}`)
      if (topic) ask(interestOf[topic])
    }
    const onHash = () => select(location.hash)
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link && link.hash !== '') select(link.hash)
      if (link?.dataset['ask']) begin(link.dataset['ask'])
    }
    onHash()
    addEventListener('hashchange', onHash)
    document.addEventListener('click', onClick)
    return () => {
      removeEventListener('hashchange', onHash)
      document.removeEventListener('click', onClick)
    }
  }, [ask, begin])
}
