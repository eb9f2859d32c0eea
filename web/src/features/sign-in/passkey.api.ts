import { passkeyOptions } from '@app/contracts/passkeys'
import { signedIn } from '@app/contracts/users'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { request } from '#lib/api'
import { loadWebAuthn } from '#lib/passkeys'

/**
 * Signs in with a passkey. With `autofill` the browser offers passkeys in the email field and the promise may stay pending;
 * a later call aborts it. `keep` is read once a passkey was chosen.
 */
export async function signInWithPasskey(keep: () => boolean | undefined, { autofill = false } = {}): Promise<void> {
  const { startAuthentication } = await loadWebAuthn()
  const path = '/api/passkeys/sign-in'
  const options = await request(passkeyOptions, `${path}/options`, { method: 'POST', anonymous: true, body: {} })
  const response = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
  })
  await request(signedIn, path, { method: 'POST', anonymous: true, body: { response, keep: keep() } })
}

/** Whether the browser can offer passkeys in a field. */
export async function supportsAutofill(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await loadWebAuthn()
  return browserSupportsWebAuthnAutofill()
}
