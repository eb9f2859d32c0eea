import { changeFormSettings, previewMail, readFormSettings } from '@app/contracts/form-settings'
import { serve } from '@app/service/serve'
import type { FormSettingsActions } from './form-settings'
import { settingsRoutes } from './stored-settings'

/** The configuration of the contact form; admins only. */
export const formSettingsRoutes = (settings: FormSettingsActions) => [
  ...settingsRoutes({ read: readFormSettings, change: changeFormSettings }, settings),
  serve(previewMail, ({ body }) => settings.preview(body)),
]
