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
