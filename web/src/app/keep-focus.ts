import { useEffect } from 'react'

/** Parts of a page that say what they are when they get the focus. */
const parts = 'section, article, form, fieldset, ul, ol, dialog[open], main, [role]:not([role=status], [role=alert])'
/** They hold their messages for as long as they have the focus. */
const messages = '[aria-label="Notifications"], [aria-live]'

const mayHaveFocus = (element: HTMLElement) => element.isConnected && !element.matches(':disabled')

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element
  return parentElement ? [element, ...ancestorsOf(parentElement)] : [element]
}

/** For as long as it has it: a part that stays focusable would take the focus of clicks into it. */
function giveFocus(part: HTMLElement) {
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true })
  }
  part.focus({ preventScroll: true })
}

function titleOfPage(): HTMLElement | undefined {
  const found = document.querySelectorAll<HTMLElement>('main h1, main h2')
  return [...found].find((title) => !title.closest('[role=status]'))
}

/**
 * A button may go, or be disabled, because it was pressed: *Dismiss*, *Publish*, the row of a removed record, a link to another page.
 * The browser then leaves the focus to the whole document, where the next Tab begins at the top. Instead the smallest part that is left
 * around it gets the focus, or the title of the page that is shown now; a button that was disabled for a call gets it back.
 */
export function useKeptFocus() {
  useEffect(() => {
    let last: readonly HTMLElement[] = []
    function note({ target }: FocusEvent) {
      if (target instanceof HTMLElement && !target.closest(messages)) last = ancestorsOf(target)
    }
    function forget({ target, relatedTarget }: FocusEvent) {
      if (target !== last[0] || relatedTarget) return
      // The user clicked next to it, if it is still there once the current event is handled.
      queueMicrotask(() => {
        if (last[0] === target && mayHaveFocus(last[0])) last = []
      })
    }
    function look(isPressed: boolean) {
      const [focused, ...around] = last
      if (document.activeElement !== document.body || !focused) return
      if (mayHaveFocus(focused)) return focused.focus({ preventScroll: true })
      // It may be disabled for a moment only.
      if (focused.isConnected && !isPressed) return
      const left = around.find((each) => each.isConnected && each.matches(parts))
      const next = left ?? titleOfPage() ?? (isPressed ? document.querySelector<HTMLElement>('main') : undefined)
      if (next) giveFocus(next)
    }
    const onKey = () => look(true)
    const observer = new MutationObserver(() => look(false))
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', note)
    document.addEventListener('focusout', forget)
    document.addEventListener('keydown', onKey, { capture: true })
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('focusout', forget)
      document.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [])
}
