import * as v from 'valibot'
import { waitingList } from '../today'
import { newSeatOffer } from '../waiting'
import { call } from './call'
import { recordId } from './parameters'
import { right } from './policy'

const params = v.object({ id: recordId })

export const readWaiting = call({
  id: 'readWaiting',
  method: 'get',
  path: '/api/lessons/:id/waiting',
  access: right('lessons', 'view'),
  own: true,
  limit: 'read',
  params,
  response: { 200: waitingList },
  errors: ['not_found'],
})

/** The email also needs the right to see students. */
export const offerSeat = call({
  id: 'offerSeat',
  method: 'post',
  path: '/api/lessons/:id/offer',
  access: right('lessons', 'edit'),
  limit: 'send',
  audit: { action: 'offer', by: 'action' },
  params,
  body: { schema: newSeatOffer },
  response: { 200: waitingList },
  errors: ['not_found', 'invalid_input', 'conflict'],
})
