import {
  beginPasskey,
  beginPasskeySignIn,
  createPasskey,
  deletePasskey,
  finishPasskeySignIn,
  listPasskeys,
} from '@app/contracts/calls/passkeys'
import { AppError } from '@app/contracts/errors'
import { callRoute } from '@app/service/call-route'
import type { IpLimits } from '@app/service/ip-limits'
import { requestContext } from '@app/service/request-context'
import { type Guards, hostCookie, requireRecentSignIn, toCurrentUser } from '@app/session'
import { Elysia } from 'elysia'
import type { AddPasskey } from '../actions/add-passkey'
import type { OpenSession } from '../actions/open-session'
import type { SignInAttempt } from '../actions/sign-in-attempt'
import type { SignInWithPasskey } from '../actions/sign-in-with-passkey'
import { type PasskeyStore, toPasskey } from '../models/passkey'
import { challengeLife } from '../models/passkey-challenge'

type Deps = {
  guards: Pick<Guards, 'access'>
  passkeys: Pick<PasskeyStore, 'list' | 'remove'>
  add: AddPasskey
  signIn: SignInWithPasskey
  attempt: SignInAttempt
  open: OpenSession
  limits: Pick<IpLimits, 'codeCheck' | 'providerLogin'>
  publicOrigin: string
}

/** Passkeys of the current user, and sign-in with one. Adding and deleting need a recent sign-in. */
export const passkeyRoutes = ({ guards, passkeys, add, signIn, attempt, open, limits, publicOrigin }: Deps) => {
  const cookie = hostCookie('passkey_tx', publicOrigin, challengeLife)
  return new Elysia({ name: 'passkey-routes' })
    .use(guards.access)
    .use(requestContext)
    .get(
      listPasskeys.path,
      async ({ identity }) => (await passkeys.list(identity.user.id)).map(toPasskey),
      callRoute(listPasskeys),
    )
    .post(
      beginPasskey.path,
      async ({ identity, set }) => {
        requireRecentSignIn(identity)
        const { options, challengeId } = await add.begin(identity.user)
        set.headers['set-cookie'] = cookie.set(challengeId)
        return options
      },
      callRoute(beginPasskey),
    )
    .post(
      createPasskey.path,
      async ({ identity, body, request, set, status }) => {
        requireRecentSignIn(identity)
        set.headers['set-cookie'] = cookie.clear()
        return status(201, toPasskey(await add.finish(identity.user, cookie.read(request), body)))
      },
      callRoute(createPasskey),
    )
    .delete(
      deletePasskey.path,
      async ({ identity, params: { id } }) => {
        requireRecentSignIn(identity)
        if (!(await passkeys.remove(identity.user.id, id))) throw new AppError('not_found', 'There is no such passkey.')
        return { success: true, id }
      },
      callRoute(deletePasskey),
    )
    .post(
      beginPasskeySignIn.path,
      async ({ request, set }) => {
        await limits.providerLogin(request)
        const { options, challengeId } = await signIn.begin()
        set.headers['set-cookie'] = cookie.set(challengeId)
        return options
      },
      callRoute(beginPasskeySignIn),
    )
    .post(
      finishPasskeySignIn.path,
      async ({ body, request, requestId, set }) => {
        await limits.codeCheck(request)
        set.headers['set-cookie'] = cookie.clear()
        const user = await attempt('passkey', requestId, () => signIn.finish(cookie.read(request), body))
        const cookies = await open(request, user, { requestId, keep: body.keep })
        set.headers['set-cookie'] = [...cookies, cookie.clear()] as unknown as string
        return { success: true, user: toCurrentUser(user) }
      },
      callRoute(finishPasskeySignIn),
    )
}
