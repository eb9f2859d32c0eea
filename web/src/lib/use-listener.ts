import { useEffect, useEffectEvent } from 'react'

/** Calls `onEvent` for what happens in the window, as long as it `isOn`. */
export function useListener<Type extends keyof WindowEventMap>(
  type: Type,
  onEvent: (event: WindowEventMap[Type]) => void,
  { isOn = true, capture = false } = {},
) {
  const listen = useEffectEvent(onEvent)
  useEffect(() => {
    if (!isOn) return
    addEventListener(type, listen, capture)
    return () => removeEventListener(type, listen, capture)
  }, [type, isOn, capture])
}

const typing =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true], [role=textbox]'

type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

/**
 * Shortcuts of the page: a key as it is typed, or `Control+k`, which stands for the Command key, too. Single keys rest while text is
 * typed, and so does `Control+z`, which then belongs to the text; all of them rest while a dialog is open.
 */
export function useShortcuts(shortcuts: Shortcuts) {
  useListener('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : null
    const isChord = event.ctrlKey || event.metaKey
    if (event.defaultPrevented || event.isComposing || event.altKey || (isChord && event.shiftKey)) return
    const name = isChord ? `Control+${event.key.toLowerCase()}` : event.key
    const belongsToText = (!isChord || name === 'Control+z') && target?.closest(typing)
    if (belongsToText || document.querySelector('dialog[open]')) return
    const run = shortcuts[name]
    if (!run) return
    event.preventDefault()
    run()
  })
}
