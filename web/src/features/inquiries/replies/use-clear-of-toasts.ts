import { type RefObject, useLayoutEffect } from 'react'

/** The room that toasts cover at the window's bottom at most, in pixels. */
const toastRoom = 160

/** Keeps toasts above a bar of buttons while it is where they would be. */
export function useClearOfToasts(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    function place() {
      const box = bar.current?.getBoundingClientRect()
      const isInTheWay = box && box.top < window.innerHeight && box.bottom > window.innerHeight - toastRoom
      root.style.setProperty('--toast-bottom', isInTheWay ? `${Math.round(window.innerHeight - box.top)}px` : '0px')
    }
    const sizes = new ResizeObserver(place)
    if (bar.current) sizes.observe(bar.current)
    place()
    window.addEventListener('resize', place)
    // The pane of a conversation scrolls as well as the page.
    document.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      sizes.disconnect()
      window.removeEventListener('resize', place)
      document.removeEventListener('scroll', place, { capture: true })
      root.style.removeProperty('--toast-bottom')
    }
  }, [bar])
}
