import {
  type FormSettings,
  type MailTemplate,
  mailPreview,
  type StoredFormSettings,
  storedFormSettings,
} from '@app/contracts/form-settings'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api'

const path = '/api/forms/settings'

export const settingsQuery = queryOptions({
  queryKey: ['inquiry-settings'] as const,
  queryFn: ({ signal }) => request(storedFormSettings, path, { signal }),
  // Edited in a form: a refetch in the background would not show.
  staleTime: Number.POSITIVE_INFINITY,
})

export const saveSettings = (settings: FormSettings, version: string): Promise<StoredFormSettings> =>
  request(storedFormSettings, path, { method: 'PUT', body: { settings, version } })

export const previewQuery = (template: MailTemplate) =>
  queryOptions({
    queryKey: ['mail-preview', template] as const,
    queryFn: ({ signal }) => request(mailPreview, `${path}/preview`, { method: 'POST', body: template, signal }),
    placeholderData: (previous) => previous,
  })
