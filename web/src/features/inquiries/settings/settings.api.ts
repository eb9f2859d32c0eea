import {
  changeFormSettings,
  type FormSettings,
  type MailTemplate,
  previewMail,
  readFormSettings,
} from '@app/contracts/form-settings'
import { keepPreviousData } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'
import { queryOf } from '#lib/call-query'

export const settingsQuery = {
  ...queryOf(readFormSettings),
  // Edited in a form: a refetch in the background would not show.
  staleTime: Number.POSITIVE_INFINITY,
}

export const saveSettings = (settings: FormSettings, version: string) =>
  callApi(changeFormSettings, { body: { settings, version } })

export const previewQuery = (template: MailTemplate) => ({
  ...queryOf(previewMail, { body: template }),
  placeholderData: keepPreviousData,
})
