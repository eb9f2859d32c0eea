import { useEffect, useEffectEvent } from 'react'

const typing =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true], [role=textbox]'

export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

/** Single-key shortcuts of the page. They rest while text is typed and, without `inDialogs`, while a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts, inDialogs = false) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null
    if (event.defaultPrevented || event.isComposing || event.altKey || target?.closest(typing)) return
    if (event.ctrlKey || event.metaKey) return
    if (!inDialogs && document.querySelector('dialog[open]')) return
    const run = shortcuts[event.key]
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
