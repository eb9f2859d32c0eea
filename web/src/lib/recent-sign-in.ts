import { checkRecentSignIn } from '@app/contracts/account'
import { useEffect, useState } from 'react'
import { callApi } from './call-api'
import { isWatched, nameNeed } from './session-watch'

/**
 * Asks for a recent sign-in when a dialog opens that ends in a call which needs one, so that nobody is interrupted in mid-save.
 *
 * @param need begins the sentence that asks for it ("This export"), also when the call itself is refused; without it nothing is asked
 */
export function useRecentSignIn(need: string | false | undefined): void {
  useEffect(() => {
    if (!need) return
    const end = nameNeed(need)
    // Not now, or unreachable: the call itself asks again.
    if (isWatched()) callApi(checkRecentSignIn).catch(() => {})
    return end
  }, [need])
}

/** The same for a form within a page, once somebody enters it. Returns the property of its element. */
export function useRecentSignInOnEntry(need: string) {
  const [isEntered, setIsEntered] = useState(false)
  useRecentSignIn(isEntered && need)
  return { onFocus: () => setIsEntered(true) }
}
