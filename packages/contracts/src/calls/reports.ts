import { browserReports, reportPath, reportTypes } from '../reports'
import { call } from './call'

export const receiveReports = call({
  id: 'receiveReports',
  method: 'post',
  path: reportPath,
  access: 'public',
  limit: 'write',
  audit: false,
  origin: 'any',
  body: { type: reportTypes[0], types: reportTypes, schema: browserReports },
  response: { 204: null },
  errors: ['invalid_request'],
})
