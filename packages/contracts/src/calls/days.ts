import * as v from 'valibot'
import { dayCancellation } from '../days'
import { job } from '../jobs'
import { call } from './call'
import { right } from './policy'

/** An announcement also needs the right to change announcements, an email the right to see students. */
export const cancelDay = call({
  id: 'cancelDay',
  method: 'post',
  path: '/api/days/:date/cancel',
  access: right('lessons', 'edit'),
  limit: 'write',
  audit: { action: 'batch', by: 'action' },
  params: v.object({ date: v.pipe(v.string(), v.isoDate()) }),
  body: { schema: dayCancellation },
  response: { 200: job, 202: job },
  errors: ['forbidden', 'not_found', 'invalid_input', 'recent_sign_in_required'],
})
