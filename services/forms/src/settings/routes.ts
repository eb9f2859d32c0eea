import { changeFormSettings, previewMail, readFormSettings } from '@app/contracts/form-settings'
import type { Log } from '@app/service'
import { serve } from '@app/service/serve'
import type { FormSettingsActions } from './form-settings'

type Deps = {
  settings: FormSettingsActions
  log: Pick<Log, 'info'>
}

/** The configuration of the contact form; admins only. */
export const formSettingsRoutes = ({ settings, log }: Deps) => [
  serve(readFormSettings, () => settings.read()),
  serve(changeFormSettings, async ({ body, actor, requestId, audited }) => {
    const { after, names } = await settings.change(body, { by: actor.email, requestId })
    audited({ about: { fields: names.join(', ') } })
    log.info({ requestId, by: actor.id }, 'inquiry settings changed')
    return after
  }),
  serve(previewMail, ({ body }) => settings.preview(body)),
]
