import { formSettingsChange, mailPreview, mailTemplate, storedFormSettings } from '../form-settings'
import { call } from './call'

export const readFormSettings = call({
  id: 'readFormSettings',
  method: 'get',
  path: '/api/forms/settings',
  access: 'admin',
  limit: 'read',
  response: { 200: storedFormSettings },
})

export const changeFormSettings = call({
  id: 'changeFormSettings',
  method: 'put',
  path: '/api/forms/settings',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'settings' },
  body: { schema: formSettingsChange },
  response: { 200: storedFormSettings },
  errors: ['invalid_input', 'conflict'],
})

export const previewMail = call({
  id: 'previewMail',
  method: 'post',
  path: '/api/forms/settings/preview',
  access: 'admin',
  limit: 'read',
  audit: false,
  body: { schema: mailTemplate },
  response: { 200: mailPreview },
})
