import { beginPasskey, createPasskey } from '@app/contracts/calls/passkeys'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { callApi } from '#lib/call-api'
import { loadWebAuthn } from '#lib/passkeys'

/** Creates a passkey in the browser and stores its public key. */
export async function addPasskey(name: string) {
  const { startRegistration } = await loadWebAuthn()
  const options = await callApi(beginPasskey)
  const { response, clientExtensionResults, ...credential } = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  const made = { ...credential, response: { ...response }, clientExtensionResults: { ...clientExtensionResults } }
  return callApi(createPasskey, { body: { name, response: made } })
}
