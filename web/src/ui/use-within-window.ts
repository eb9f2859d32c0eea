import { type RefObject, useLayoutEffect } from 'react'

const margin = 8

/** Moves a panel by what would hang over an edge of the window, also when either changes its size. The left edge wins. */
export function useWithinWindow(panel: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const element = panel.current
    if (!isOpen || !element) return
    function place() {
      if (!element) return
      element.style.translate = ''
      const { left, right } = element.getBoundingClientRect()
      const over = Math.max(right + margin - document.documentElement.clientWidth, 0)
      const shift = Math.max(-over, margin - left)
      if (over > 0 || shift > 0) element.style.translate = `${shift}px`
    }
    place()
    const sizes = new ResizeObserver(place)
    sizes.observe(element)
    sizes.observe(document.documentElement)
    return () => sizes.disconnect()
  }, [panel, isOpen])
}
