import { minutes, seconds } from '@app/contracts/durations'
import { useEffect, useState } from 'react'

/** Nobody at the keyboard for that long: asking on would only keep the session from ending. */
const patience = minutes(5)

/** Whether somebody is there: from the last sign of them for five minutes. */
export function usePresence(): boolean {
  const [present, setPresent] = useState(true)
  useEffect(() => {
    const listen = new AbortController()
    let timer = setTimeout(setPresent, patience, false)
    let noted = Date.now()
    const note = () => {
      const at = Date.now()
      if (at - noted < seconds(1)) return
      noted = at
      clearTimeout(timer)
      timer = setTimeout(setPresent, patience, false)
      setPresent(true)
    }
    for (const sign of ['pointermove', 'pointerdown', 'keydown', 'focus', 'scroll'])
      addEventListener(sign, note, { signal: listen.signal, passive: true, capture: true })
    return () => {
      listen.abort()
      clearTimeout(timer)
    }
  }, [])
  return present
}
