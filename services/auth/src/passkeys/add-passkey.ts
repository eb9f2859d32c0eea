import { AppError, conflict } from '@app/contracts/errors'
import type { NewPasskey } from '@app/contracts/passkeys'
import type { User } from '@app/session'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { maxPasskeys, type PasskeyChallengeStore, type PasskeyStore, type StoredPasskey, webauthn } from './passkey'

type Deps = {
  passkeys: PasskeyStore
  challenges: PasskeyChallengeStore
  publicOrigin: string
  school: () => Promise<string>
}

/** EdDSA, ES256, RS256: what Bun verifies, with signatures that fit a request. */
const supportedAlgorithmIDs = [-8, -7, -257]

const full = () => conflict(`You have ${maxPasskeys} passkeys. Delete one first.`)
const notAccepted = (cause?: unknown) =>
  new AppError('invalid_request', 'This passkey could not be added. Please try again.', undefined, { cause })

/** Adds a passkey to a signed-in user. The authenticator must verify its user, and must store the credential. */
export const addPasskey = ({ passkeys, challenges, publicOrigin, school }: Deps) => {
  const rpID = new URL(publicOrigin).hostname
  return {
    async begin({ id, email, name }: User) {
      const known = await passkeys.list(id)
      if (known.length >= maxPasskeys) throw full()
      const { generateRegistrationOptions } = await webauthn()
      const options = await generateRegistrationOptions({
        rpName: [await school(), 'dashboard'].filter(Boolean).join(' '),
        rpID,
        userID: new TextEncoder().encode(id),
        userName: email,
        userDisplayName: name ?? email,
        attestationType: 'none',
        supportedAlgorithmIDs,
        excludeCredentials: known.map(({ _id }) => ({ id: _id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await challenges.begin({ purpose: id }, options.challenge)
      return options
    },

    /** @throws AppError `invalid_request` for an answer that does not fit its challenge, origin or relying party */
    async finish({ id }: User, { name, response }: NewPasskey): Promise<StoredPasskey> {
      if ((await passkeys.list(id)).length >= maxPasskeys) throw full()
      const { verifyRegistrationResponse } = await webauthn()
      const result = await verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: async (challenge) => (await challenges.take(challenge, { purpose: id })) !== undefined,
        expectedOrigin: publicOrigin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs,
      }).catch((cause) => Promise.reject(notAccepted(cause)))
      if (!result.verified) throw notAccepted()
      const { credential, credentialBackedUp } = result.registrationInfo
      return passkeys.add({
        _id: credential.id,
        user_id: id,
        name,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: credential.transports ?? [],
        synced: credentialBackedUp,
      })
    },
  }
}
