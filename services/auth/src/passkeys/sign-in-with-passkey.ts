import { AppError } from '@app/contracts/errors'
import type { PasskeySignIn } from '@app/contracts/passkeys'
import type { User, UserStore } from '@app/session'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { AccountStore } from '../people/account'
import { type PasskeyChallengeStore, type PasskeyStore, webauthn } from './passkey'

type Deps = {
  passkeys: Pick<PasskeyStore, 'find' | 'use'>
  challenges: PasskeyChallengeStore
  users: Pick<UserStore, 'find'>
  accounts: Pick<AccountStore, 'noteSignIn'>
  publicOrigin: string
}

const purpose = 'sign-in'
/** One text for every case: the exact reason would help an attacker only. */
const refused = (cause?: unknown) =>
  new AppError('invalid_request', 'This passkey cannot sign in here.', undefined, { cause })

/** Signs in with a passkey that the browser offers for this site; no address is entered. */
export const signInWithPasskey = ({ passkeys, challenges, users, accounts, publicOrigin }: Deps) => {
  const rpID = new URL(publicOrigin).hostname
  return {
    async begin() {
      const { generateAuthenticationOptions } = await webauthn()
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
      await challenges.begin({ purpose }, options.challenge)
      return options
    },

    /** @throws AppError `invalid_request` for an unknown key, a wrong origin or signature, or a counter that went back */
    async finish({ response }: Pick<PasskeySignIn, 'response'>): Promise<User> {
      const passkey = await passkeys.find(response.id)
      if (!passkey) throw refused()
      const { verifyAuthenticationResponse } = await webauthn()
      const result = await verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: async (challenge) => (await challenges.take(challenge, { purpose })) !== undefined,
        expectedOrigin: publicOrigin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id: passkey._id,
          publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
          counter: passkey.counter,
        },
      }).catch((cause) => Promise.reject(refused(cause)))
      if (!result.verified) throw refused()
      const counters = { before: passkey.counter, after: result.authenticationInfo.newCounter }
      const user = await users.find(passkey.user_id)
      if (!user || !(await passkeys.use(passkey._id, counters))) throw refused()
      await accounts.noteSignIn(user.id)
      return user
    },
  }
}
