import { useRef } from 'react'
import { newKey } from './new-key'

/** Returns the same idempotency key for the same content, so that a retry after a lost answer is safe. */
export function useContentKey() {
  const last = useRef({ content: '', key: '' })
  return (content: unknown) => {
    const text = JSON.stringify(content)
    if (last.current.content !== text) last.current = { content: text, key: newKey() }
    return last.current.key
  }
}
