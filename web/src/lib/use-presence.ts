import { minutes, seconds } from '@app/contracts/durations'
import { useEffect, useState } from 'react'

/** After this long without input polling stops, since it would keep the session alive. */
const idleTimeout = minutes(5)

/** True if the user was active within the last five minutes. */
export function usePresence(): boolean {
  const [present, setPresent] = useState(true)
  useEffect(() => {
    const listen = new AbortController()
    let timer = setTimeout(setPresent, idleTimeout, false)
    let noted = Date.now()
    const note = () => {
      const at = Date.now()
      if (at - noted < seconds(1)) return
      noted = at
      clearTimeout(timer)
      timer = setTimeout(setPresent, idleTimeout, false)
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
