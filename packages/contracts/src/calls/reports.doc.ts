import { doc } from './call-doc'
import { receiveReports } from './reports'

export const receiveReportsDoc = doc(receiveReports, {
  tag: 'Site and files',
  summary: 'Browser reports',
  description:
    'Violations of the content security policy and network errors, which browsers report automatically. They are counted by kind; none of their content is stored or logged. Also accepts `application/csp-report`.',
  body: { example: [{ type: 'csp-violation', age: 10, body: { effectiveDirective: 'script-src-elem' } }] },
  responses: { 204: { description: 'Counted.' } },
  errors: { invalid_request: 'The body is not a report.' },
})
