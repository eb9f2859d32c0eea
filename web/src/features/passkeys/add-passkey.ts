import { beginPasskey, createPasskey } from '@app/contracts/calls/passkeys'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { callApi } from '#lib/call-api'
import { credentialFrom, loadWebAuthn } from '#lib/passkeys'

/** Creates a passkey in the browser and stores its public key. */
export async function addPasskey(name: string) {
  const { startRegistration } = await loadWebAuthn()
  const options = await callApi(beginPasskey)
  const made = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
  return callApi(createPasskey, { body: { name, response: credentialFrom(made) } })
}
