import { beginPasskeySignIn, finishPasskeySignIn } from '@app/contracts/calls/passkeys'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { callApi } from '#lib/call-api'
import { credentialFrom, loadWebAuthn } from '#lib/passkeys'

/**
 * Signs in with a passkey. With `autofill` the browser offers passkeys in the email field and the promise may stay pending;
 * a later call aborts it. `keep` is read once a passkey was chosen.
 */
export async function signInWithPasskey(keep: () => boolean | undefined, { autofill = false } = {}): Promise<void> {
  const { startAuthentication } = await loadWebAuthn()
  const options = await callApi(beginPasskeySignIn, { anonymous: true })
  const made = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
  })
  await callApi(finishPasskeySignIn, { anonymous: true, body: { response: credentialFrom(made), keep: keep() } })
}

/** Whether the browser can offer passkeys in a field. */
export async function supportsAutofill(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await loadWebAuthn()
  return browserSupportsWebAuthnAutofill()
}
