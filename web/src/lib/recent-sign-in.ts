import { checkRecentSignIn } from '@app/contracts/account'
import { needsRecentSignIn, type Policy } from '@app/contracts/policy'
import { useEffect, useState } from 'react'
import { callApi } from './call-api'
import { isWatched, nameNeed } from './session-watch'

/**
 * Asks for a recent sign-in when a dialog opens that ends in a call which needs one, so that nobody is interrupted in mid-save.
 *
 * @param need begins the sentence that asks for it ("This export"), also when the call itself is refused; without it nothing is asked
 * @param call nothing is asked where its policy needs none for the table; left out where the call needs one for what it is given
 */
export function useRecentSignIn(need: string | false, call?: Policy, table?: string): void {
  const asked = call && !needsRecentSignIn(call, table) ? false : need
  useEffect(() => {
    if (!asked) return
    const end = nameNeed(asked)
    // Not now, or unreachable: the call itself asks again.
    if (isWatched()) callApi(checkRecentSignIn).catch(() => {})
    return end
  }, [asked])
}

/** The same for a form within a page, once somebody enters it. Returns the property of its element. */
export function useRecentSignInOnEntry(need: string, call: Policy) {
  const [isEntered, setIsEntered] = useState(false)
  useRecentSignIn(isEntered && need, call)
  return { onFocus: () => setIsEntered(true) }
}
