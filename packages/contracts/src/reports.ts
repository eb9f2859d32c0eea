import * as v from 'valibot'
import { doc, post, tagged } from './call'

/** Where browsers send reports, and the media types they use. */
const reportPath = '/api/reports'
const reportTypes = ['application/reports+json', 'application/csp-report'] as const

const violation = v.looseObject({ effectiveDirective: v.optional(v.string()) })

/** `POST /api/reports`: a list by the Reporting API, or one violation as older browsers send it. */
const browserReports = v.union([
  v.pipe(v.array(v.looseObject({ type: v.string(), body: v.optional(v.nullable(violation)) })), v.maxLength(100)),
  v.looseObject({ 'csp-report': v.looseObject({ 'violated-directive': v.optional(v.string()) }) }),
])
export type BrowserReports = v.InferOutput<typeof browserReports>

export const receiveReports = post('receiveReports', reportPath, {
  access: 'public',
  limit: 'write',
  audit: false,
  origin: 'any',
  body: { type: reportTypes[0], types: reportTypes, schema: browserReports },
  response: { 204: null },
  errors: ['invalid_request'],
})

export const docs = () =>
  tagged('Site and files', [
    doc(receiveReports, {
      summary: 'Browser reports',
      description:
        'Violations of the content security policy and network errors, which browsers report automatically. They are counted by kind; none of their content is stored or logged. Also accepts `application/csp-report`.',
      body: { example: [{ type: 'csp-violation', age: 10, body: { effectiveDirective: 'script-src-elem' } }] },
      responses: { 204: { description: 'Counted.' } },
      errors: { invalid_request: 'The body is not a report.' },
    }),
  ])
