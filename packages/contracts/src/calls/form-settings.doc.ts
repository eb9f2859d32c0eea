import { doc } from './call-doc'
import { changeFormSettings, previewMail, readFormSettings } from './form-settings'

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
  heardFrom: ['A friend', 'Search'],
}
const example = { settings, version: '2026-05-01T10:00:00.000Z' }

export const readFormSettingsDoc = doc(readFormSettings, {
  tag,
  summary: 'Inquiry settings',
  description: 'Recipient, subjects, the automatic reply and the interests of the contact form.',
  responses: { 200: { description: 'The settings.', example } },
})

export const changeFormSettingsDoc = doc(changeFormSettings, {
  tag,
  summary: 'Change the inquiry settings',
  description:
    'Takes effect for new inquiries within two seconds. An interest with an empty `value` is new. One that is left out is no longer offered; inquiries that have it keep it. Visitors are asked how they heard about the school once `heardFrom` has answers.',
  body: { example },
  responses: { 200: { description: 'Stored.', example } },
  errors: {
    invalid_input: 'A setting is missing or not valid, or a text has an unknown placeholder.',
    conflict: 'Someone else has changed the settings since `version`.',
  },
})

export const previewMailDoc = doc(previewMail, {
  tag,
  summary: 'Preview an email',
  description: 'Fills in a template without sending it.',
  body: { example: { subject: 'Thank you, {name}', text: 'Hi {first_name}' } },
  responses: {
    200: {
      description: 'The text as a sample visitor would receive it.',
      example: { subject: 'Thank you, Zoë Quinn', text: 'Hi Zoë', missing: [] },
    },
  },
})
