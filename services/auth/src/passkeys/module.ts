import { notFound } from '@app/contracts/errors'
import {
  beginPasskey,
  beginPasskeySignIn,
  createPasskey,
  deletePasskey,
  finishPasskeySignIn,
  listPasskeys,
  renamePasskey,
} from '@app/contracts/passkeys'
import { serve } from '@app/service/serve'
import { toCurrentUser } from '@app/session'
import type { CodesModule } from '../codes/module'
import type { Service } from '../context'
import { addPasskey } from './add-passkey'
import { toPasskey } from './passkey'
import { signInWithPasskey } from './sign-in-with-passkey'

/** Passkeys of the current user, and sign-in with one. */
export function passkeysModule(service: Service, { signIn: { attempt, open } }: CodesModule) {
  const { passkeys } = service
  const add = addPasskey(service)
  const signIn = signInWithPasskey(service)
  const routes = [
    serve(listPasskeys, async ({ identity }) => (await passkeys.list(identity.user.id)).map(toPasskey)),
    serve(beginPasskey, ({ identity }) => add.begin(identity.user)),
    serve(createPasskey, async ({ identity, body, audited }) => {
      const added = await add.finish(identity.user, body)
      audited({ about: { passkey: added.name } })
      return toPasskey(added)
    }),
    serve(renamePasskey, async ({ identity, params, body }) => {
      const renamed = await passkeys.rename(identity.user.id, params.id, body.name)
      if (!renamed) throw notFound('There is no such passkey.')
      return toPasskey(renamed)
    }),
    serve(deletePasskey, async ({ identity, params: { id }, audited }) => {
      const removed = await passkeys.remove(identity.user.id, id)
      if (!removed) throw notFound('There is no such passkey.')
      audited({ about: { passkey: removed.name } })
      return { success: true, id }
    }),
    serve(beginPasskeySignIn, () => signIn.begin()),
    serve(finishPasskeySignIn, async ({ body, request, requestId, set }) => {
      const user = await attempt({ method: 'passkey', requestId }, () => signIn.finish(body))
      set.headers['set-cookie'] = await open(request, user, { requestId, keep: body.keep })
      return { success: true, user: toCurrentUser(user) }
    }),
  ]
  return { routes }
}
