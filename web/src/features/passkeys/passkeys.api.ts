import { passkeyDeleted, passkeyList, passkeyOptions, passkey as passkeySchema } from '@app/contracts/passkeys'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { request } from '#lib/api'
import { loadWebAuthn } from '#lib/passkeys'

export const fetchPasskeys = () => request(passkeyList, '/api/passkeys')

/** Creates a passkey in the browser and stores its public key. */
export async function addPasskey(name: string) {
  const { startRegistration } = await loadWebAuthn()
  const options = await request(passkeyOptions, '/api/passkeys/options', { method: 'POST', body: {} })
  const response = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  return request(passkeySchema, '/api/passkeys', { method: 'POST', body: { name, response } })
}

export const deletePasskey = (id: string) =>
  request(passkeyDeleted, `/api/passkeys/${encodeURIComponent(id)}`, { method: 'DELETE' })

export const renamePasskey = (id: string, name: string) =>
  request(passkeySchema, `/api/passkeys/${encodeURIComponent(id)}`, { method: 'PUT', body: { name } })
