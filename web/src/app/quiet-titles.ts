import { useEffect } from 'react'

/** The element and those around it that have a title. */
function titledFrom(target: EventTarget | null): HTMLElement[] {
  const titled = target instanceof Element ? target.closest<HTMLElement>('[title]') : null
  return titled ? [titled, ...titledFrom(titled.parentElement)] : []
}

/**
 * Titles are for a pointer that hovers. After a tap nothing moves away: a title would stay over what was tapped, and over what it opened.
 * From a tap on they are names alone, until a mouse is used.
 */
export function useQuietTitles() {
  useEffect(() => {
    const quiet = new Map<HTMLElement, { title: string; isName: boolean }>()
    function hide({ pointerType, target }: PointerEvent) {
      if (pointerType === 'mouse') return restore()
      for (const element of titledFrom(target)) {
        const isNamed = element.matches('[aria-label], [aria-labelledby], input, select, textarea, :has([alt])')
        const isName = !isNamed && element.textContent.trim() === ''
        quiet.set(element, { title: element.title, isName })
        if (isName) element.setAttribute('aria-label', element.title)
        element.removeAttribute('title')
      }
    }
    function restore() {
      for (const [element, { title, isName }] of quiet) {
        if (isName) element.removeAttribute('aria-label')
        if (!element.hasAttribute('title')) element.title = title
      }
      quiet.clear()
    }
    const listen = new AbortController()
    const early = { capture: true, signal: listen.signal }
    document.addEventListener('pointerdown', hide, early)
    document.addEventListener('pointerover', ({ pointerType }) => pointerType === 'mouse' && restore(), early)
    return () => {
      listen.abort()
      restore()
    }
  }, [])
}
