import { listPasskeys } from '@app/contracts/calls/passkeys'
import { atom } from 'jotai'
import * as v from 'valibot'
import { callApi } from '#lib/call-api'
import { supportsPasskeys } from '#lib/passkeys'
import { readStored, store } from '#lib/stored'
import { showToastAtom } from '#ui/toast'
import { logFailure } from './log-failure'

const storageKey = 'passkey-offered'

/** After a sign-in by code, offers a passkey where the device can keep one: once in a browser, and never again. */
export const offerPasskeyAtom = atom(null, async (_get, set, open: () => void) => {
  if (!supportsPasskeys() || readStored(storageKey, v.boolean())) return
  try {
    if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return
    if ((await callApi(listPasskeys)).length > 0) return
  } catch (error) {
    return logFailure('A passkey could not be offered', error)
  }
  store(storageKey, true)
  const text = 'Skip the code next time: sign in with your fingerprint, face or PIN.'
  set(showToastAtom, { text, action: { label: 'Add a passkey', run: open } })
})
