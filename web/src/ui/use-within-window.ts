import { type RefObject, useLayoutEffect } from 'react'

const margin = 8

/** Moves a panel to the left by what would hang over the right edge of the window, also when either changes its size. */
export function useWithinWindow(panel: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const element = panel.current
    if (!isOpen || !element) return
    function place() {
      if (!element) return
      element.style.translate = ''
      const { left, right } = element.getBoundingClientRect()
      const over = Math.min(right + margin - document.documentElement.clientWidth, left - margin)
      if (over > 0) element.style.translate = `${-over}px`
    }
    place()
    const sizes = new ResizeObserver(place)
    sizes.observe(element)
    sizes.observe(document.documentElement)
    return () => sizes.disconnect()
  }, [panel, isOpen])
}
