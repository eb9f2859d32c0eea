import { type RefObject, useEffect, useState } from 'react'

/** Whether a change of height at this element moves nothing that the visitor sees. */
function isOutOfSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= innerHeight || (bottom <= 0 && CSS.supports('overflow-anchor', 'auto'))
}

/**
 * The first value, then the latest one, taken over only while the element around it is out of sight, so that nothing
 * visible moves.
 */
export function useOutOfSight<Value>(first: Value, latest: Value, around: RefObject<HTMLElement | null>): Value {
  const [shown, setShown] = useState(first)
  useEffect(() => {
    if (shown === latest) return
    const update = () => {
      if (around.current && isOutOfSight(around.current)) setShown(latest)
    }
    update()
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [latest, shown, around])
  return shown
}
