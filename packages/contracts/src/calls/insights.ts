import * as v from 'valibot'
import { insights } from '../insights'
import { call } from './call'

const day = v.pipe(v.string(), v.isoDate('must be a day: YYYY-MM-DD'))

export const readInsights = call({
  id: 'readInsights',
  method: 'get',
  path: '/api/insights',
  access: 'anyRight',
  limit: 'read',
  query: v.object({ from: day, to: day }),
  response: { 200: insights },
  errors: ['invalid_request'],
})
