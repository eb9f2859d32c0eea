import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls `onDismiss` on Escape and on a click or focus outside; `returnFocus` says whether focus goes back. */
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
      if (!(target instanceof Element && target.isConnected) || box.current?.contains(target)) return
      // A modal above, such as the sign-in, leaves what is below it.
      const modal = target.closest('dialog')
      if (!modal || modal.contains(box.current)) dismiss(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      event.stopPropagation()
      dismiss(true)
    }
    // After the press, not at its begin: what closes moves the page, and the button under the pointer would miss its click.
    let isPressed = false
    const onPress = ({ type }: Event) => {
      isPressed = type === 'pointerdown'
    }
    const early = { signal: listen.signal, capture: true }
    for (const type of ['pointerdown', 'pointerup', 'pointercancel']) document.addEventListener(type, onPress, early)
    document.addEventListener('click', outside, early)
    document.addEventListener('focusin', (event) => isPressed || outside(event), { signal: listen.signal })
    box.current?.addEventListener('keydown', onKey, { signal: listen.signal })
    return () => listen.abort()
  }, [box, isOpen])
}
