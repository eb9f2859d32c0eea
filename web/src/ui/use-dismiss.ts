import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls `onDismiss` on Escape and on a press or focus outside; `returnFocus` says whether focus goes back. */
export function useDismiss(
  box: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onDismiss: (returnFocus: boolean) => void,
) {
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    if (!isOpen) return
    const listen = new AbortController()
    const outside = ({ target }: Event) => {
      if (target instanceof Node && target.isConnected && !box.current?.contains(target)) dismiss(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      event.stopPropagation()
      dismiss(true)
    }
    document.addEventListener('pointerdown', outside, { signal: listen.signal, capture: true })
    document.addEventListener('focusin', outside, { signal: listen.signal })
    box.current?.addEventListener('keydown', onKey, { signal: listen.signal })
    return () => listen.abort()
  }, [box, isOpen])
}
