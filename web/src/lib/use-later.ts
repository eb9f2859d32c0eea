import { useEffect, useState } from 'react'

/** True once the component has been there for so long. */
export function useLater(delayMs: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLater, delayMs, true)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isLater
}
