import { useRef } from 'react'

/** A random 128-bit key. `crypto.randomUUID` is missing in insecure contexts (plain http). */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns the same idempotency key for the same content, so that a retry after a lost answer is safe. */
export function useContentKey() {
  const last = useRef({ content: '', key: '' })
  return (content: unknown) => {
    const text = JSON.stringify(content)
    if (last.current.content !== text) last.current = { content: text, key: newKey() }
    return last.current.key
  }
}
