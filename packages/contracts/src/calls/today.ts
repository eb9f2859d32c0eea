import * as v from 'valibot'
import { objectIdPattern } from '../object-id'
import { mine, roster, todayAnswer } from '../today'
import { call } from './call'
import { right } from './policy'

export const readToday = call({
  id: 'readToday',
  method: 'get',
  path: '/api/today',
  access: 'anyRight',
  limit: 'read',
  response: { 200: todayAnswer },
})

export const readMine = call({
  id: 'readMine',
  method: 'get',
  path: '/api/today/mine',
  access: right('lessons', 'view'),
  own: true,
  limit: 'read',
  response: { 200: mine },
})

export const readRoster = call({
  id: 'readRoster',
  method: 'get',
  path: '/api/today/roster',
  access: right('students', 'view'),
  own: true,
  limit: 'read',
  query: v.object({
    date: v.pipe(v.string(), v.isoDate('date must be YYYY-MM-DD')),
    lesson: v.optional(v.pipe(v.string(), v.regex(objectIdPattern, 'lesson must be an id'))),
  }),
  response: { 200: roster },
  errors: ['invalid_request', 'not_found'],
})
