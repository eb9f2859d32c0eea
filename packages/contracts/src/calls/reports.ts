import { browserReports, reportPath, reportTypes } from '../reports'
import { call } from './call'

export const receiveReports = call({
  method: 'post',
  path: reportPath,
  access: 'public',
  body: {
    type: reportTypes[0],
    schema: browserReports,
    example: [{ type: 'csp-violation', age: 10, body: { effectiveDirective: 'script-src-elem' } }],
  },
  response: { 204: { description: 'Counted.' } },
  errors: { invalid_request: 'This is no report.' },
  detail: {
    id: 'receiveReports',
    tag: 'Site and files',
    summary: 'Reports of browsers',
    description:
      'Violations of the content security policy and network errors, as browsers send them on their own. They are counted by kind; nothing of them is stored or logged. Also takes application/csp-report.',
  },
})
