import { passkeyList } from '@app/contracts/passkeys'
import { atom } from 'jotai'
import * as v from 'valibot'
import { request } from '#lib/api'
import { logFailure } from '#lib/log'
import { supportsPasskeys } from '#lib/passkeys'
import { readStored, store } from '#lib/stored'
import { showToastAtom } from '#ui/toast'

const storageKey = 'passkey-offered'

/** After a sign-in by code, offers a passkey where the device can keep one: once in a browser, and never again. */
export const offerPasskeyAtom = atom(null, async (_get, set, open: () => void) => {
  if (!supportsPasskeys() || readStored(storageKey, v.boolean())) return
  try {
    if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return
    if ((await request(passkeyList, '/api/passkeys')).length > 0) return
  } catch (error) {
    return logFailure('A passkey could not be offered', error)
  }
  store(storageKey, true)
  const text = 'Next time without a code: sign in with your fingerprint, face or PIN.'
  set(showToastAtom, { text, action: { label: 'Add a passkey', run: open } })
})
