import { type Audit, auditActor } from '@app/audit'
import { changeFormSettings, previewMail, readFormSettings } from '@app/contracts/calls/form-settings'
import { type Log, requestContext } from '@app/service'
import { callRoute } from '@app/service/call-route'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import type { FormSettingsActions } from '../actions/form-settings'

type Deps = {
  guards: Pick<Guards, 'access'>
  settings: FormSettingsActions
  audit: Pick<Audit, 'during'>
  log: Pick<Log, 'info'>
}

/** The configuration of the contact form; admins only. */
export const formSettingsRoutes = ({ guards, settings, audit, log }: Deps) =>
  new Elysia({ name: 'form-settings-routes' })
    .use(guards.access)
    .use(requestContext)
    .get(readFormSettings.path, () => settings.read(), callRoute(readFormSettings))
    .put(
      changeFormSettings.path,
      async ({ body, identity, requestId }) => {
        const entry = { actor: auditActor(identity.user, requestId), action: 'settings' } as const
        const changed = await audit.during(entry, () => settings.change(body))
        log.info({ requestId, by: identity.user.id }, 'inquiry settings changed')
        return changed
      },
      callRoute(changeFormSettings),
    )
    .post(previewMail.path, ({ body }) => settings.preview(body), callRoute(previewMail))
