import { useEffect, useEffectEvent } from 'react'

const typing =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true], [role=textbox]'

export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

/**
 * Shortcuts of the page: a key as it is typed, or `Control+k`, which stands for the Command key, too. Single keys rest while text is
 * typed; all of them rest while a dialog is open.
 */
export function useShortcuts(shortcuts: Shortcuts) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const isChord = event.ctrlKey || event.metaKey
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    if ((!isChord && target?.closest(typing)) || document.querySelector('dialog[open]')) return
    const run = shortcuts[isChord ? `Control+${event.key.toLowerCase()}` : event.key]
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
