import { formSettingsChange, mailPreview, mailTemplate, storedFormSettings } from '../form-settings'
import { call } from './call'

const tag = 'Inquiries'
const settings = {
  recipient: 'hello@archery.example',
  replyTo: 'hello@archery.example',
  notificationSubject: 'New inquiry: {interest} - {name}',
  sendAutoReply: true,
  autoReplySubject: 'Thank you for your inquiry, {name}',
  autoReplyText: 'Hi {first_name},\n\nWe will respond within 24 hours.',
  school: 'Valley Oak Archery',
  bookingUrl: 'https://booking.example.com/valley-oak-archery',
  interests: [{ value: 'Lessons', label: 'Archery Lessons' }],
}
const example = { settings, version: '2026-05-01T10:00:00.000Z' }

export const readFormSettings = call({
  method: 'get',
  path: '/api/forms/settings',
  access: 'admin',
  response: { 200: { description: 'The settings.', schema: storedFormSettings, example } },
  detail: {
    id: 'readFormSettings',
    tag,
    summary: 'Inquiry settings',
    description: 'Recipient, subjects, the automatic reply and the interests of the contact form.',
  },
})

export const changeFormSettings = call({
  method: 'put',
  path: '/api/forms/settings',
  access: 'admin',
  body: { schema: formSettingsChange, example },
  response: { 200: { description: 'Stored.', schema: storedFormSettings, example } },
  errors: {
    invalid_input: 'A setting is missing or not valid, or a text has an unknown placeholder.',
    conflict: 'Someone else changed the settings since `version`.',
  },
  detail: {
    id: 'changeFormSettings',
    tag,
    summary: 'Change the inquiry settings',
    description:
      'Takes effect for new inquiries within two seconds. An interest with an empty `value` is new; one that is left out is offered no more, and inquiries that have it keep it.',
  },
})

export const previewMail = call({
  method: 'post',
  path: '/api/forms/settings/preview',
  access: 'admin',
  body: { schema: mailTemplate, example: { subject: 'Thank you, {name}', text: 'Hi {first_name}' } },
  response: {
    200: {
      description: 'The text as a sample visitor would receive it.',
      schema: mailPreview,
      example: { subject: 'Thank you, Zoë Quinn', text: 'Hi Zoë', missing: [] },
    },
  },
  detail: {
    id: 'previewMail',
    tag,
    summary: 'Preview an email',
    description: 'Fills a template in without sending it.',
  },
})
