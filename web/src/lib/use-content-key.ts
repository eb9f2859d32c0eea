import { useRef } from 'react'
import { newKey } from './new-key'

/** One key for the same content, so that a call whose answer got lost does nothing twice when it is repeated. */
export function useContentKey() {
  const last = useRef({ content: '', key: '' })
  return (content: unknown) => {
    const text = JSON.stringify(content)
    if (last.current.content !== text) last.current = { content: text, key: newKey() }
    return last.current.key
  }
}
