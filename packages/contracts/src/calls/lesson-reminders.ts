import { mailPreview, mailTemplate } from '../form-settings'
import { reminderCall, reminderCalls, remindersChange, storedReminders } from '../lesson-reminders'
import { mailingTable } from '../mailings'
import { call } from './call'
import { right } from './policy'

export const readLessonReminders = call({
  id: 'readLessonReminders',
  method: 'get',
  path: '/api/forms/reminders',
  access: 'admin',
  limit: 'read',
  response: { 200: storedReminders },
})

export const changeLessonReminders = call({
  id: 'changeLessonReminders',
  method: 'put',
  path: '/api/forms/reminders',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'settings' },
  body: { schema: remindersChange },
  response: { 200: storedReminders },
  errors: ['invalid_input', 'conflict'],
})

/** Sends nothing. */
export const previewLessonReminder = call({
  id: 'previewLessonReminder',
  method: 'post',
  path: '/api/forms/reminders/preview',
  access: 'admin',
  limit: 'read',
  audit: false,
  body: { schema: mailTemplate },
  response: { 200: mailPreview },
})

/** The handler looks for the right to see students as well, whose phone numbers these are. */
export const listReminderCalls = call({
  id: 'listReminderCalls',
  method: 'get',
  path: '/api/forms/reminders/calls',
  access: right(mailingTable, 'view'),
  limit: 'read',
  response: { 200: reminderCalls },
  errors: ['not_found'],
})

/** A tick that staff share. The lesson and its people stay as they are. */
export const noteReminderCall = call({
  id: 'noteReminderCall',
  method: 'post',
  path: '/api/forms/reminders/calls',
  access: right(mailingTable, 'edit'),
  limit: 'write',
  audit: { action: 'update', about: ['lesson', 'person', 'called'] },
  body: { schema: reminderCall },
  response: { 200: reminderCalls },
  errors: ['not_found', 'invalid_input'],
})
