import { type Audit, auditActor } from '@app/audit'
import {
  beginPasskey,
  beginPasskeySignIn,
  createPasskey,
  deletePasskey,
  finishPasskeySignIn,
  listPasskeys,
  renamePasskey,
} from '@app/contracts/calls/passkeys'
import { AppError } from '@app/contracts/errors'
import { callRoute } from '@app/service/call-route'
import type { IpLimits } from '@app/service/ip-limits'
import { requestContext } from '@app/service/request-context'
import { type Guards, type Identity, requireRecentSignIn, toCurrentUser } from '@app/session'
import { Elysia } from 'elysia'
import type { AddPasskey } from '../actions/add-passkey'
import type { OpenSession } from '../actions/open-session'
import type { SignInAttempt } from '../actions/sign-in-attempt'
import type { SignInWithPasskey } from '../actions/sign-in-with-passkey'
import { type PasskeyStore, toPasskey } from '../models/passkey'

type Deps = {
  guards: Pick<Guards, 'access'>
  passkeys: Pick<PasskeyStore, 'list' | 'rename' | 'remove'>
  add: AddPasskey
  signIn: SignInWithPasskey
  attempt: SignInAttempt
  open: OpenSession
  limits: Pick<IpLimits, 'codeCheck' | 'providerLogin'>
  audit: Pick<Audit, 'during'>
}

/** Passkeys of the current user, and sign-in with one. Adding and deleting need a recent sign-in. */
export const passkeyRoutes = ({ guards, passkeys, add, signIn, attempt, open, limits, audit }: Deps) => {
  type Caller = { identity: Identity; requestId: string }
  const during = <Result>(
    { identity: { user }, requestId }: Caller,
    action: 'passkey-add' | 'passkey-remove',
    change: () => Promise<Result>,
  ) => audit.during({ actor: auditActor(user, requestId), action }, change)

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
      ({ identity }) => {
        requireRecentSignIn(identity)
        return add.begin(identity.user)
      },
      callRoute(beginPasskey),
    )
    .post(
      createPasskey.path,
      async ({ identity, requestId, body, status }) => {
        requireRecentSignIn(identity)
        const passkey = await during({ identity, requestId }, 'passkey-add', () => add.finish(identity.user, body))
        return status(201, toPasskey(passkey))
      },
      callRoute(createPasskey),
    )
    .put(
      renamePasskey.path,
      async ({ identity, params, body }) => {
        const renamed = await passkeys.rename(identity.user.id, params.id, body.name)
        if (!renamed) throw new AppError('not_found', 'There is no such passkey.')
        return toPasskey(renamed)
      },
      callRoute(renamePasskey),
    )
    .delete(
      deletePasskey.path,
      async ({ identity, requestId, params: { id } }) => {
        requireRecentSignIn(identity)
        await during({ identity, requestId }, 'passkey-remove', async () => {
          if (!(await passkeys.remove(identity.user.id, id)))
            throw new AppError('not_found', 'There is no such passkey.')
        })
        return { success: true, id }
      },
      callRoute(deletePasskey),
    )
    .post(
      beginPasskeySignIn.path,
      async ({ request }) => {
        await limits.providerLogin(request)
        return signIn.begin()
      },
      callRoute(beginPasskeySignIn),
    )
    .post(
      finishPasskeySignIn.path,
      async ({ body, request, requestId, set }) => {
        await limits.codeCheck(request)
        const user = await attempt({ method: 'passkey', requestId }, () => signIn.finish(body))
        const cookies = await open(request, user, { requestId, keep: body.keep })
        set.headers['set-cookie'] = cookies as unknown as string
        return { success: true, user: toCurrentUser(user) }
      },
      callRoute(finishPasskeySignIn),
    )
}
