import * as v from 'valibot'

/** Where browsers send reports, and the media types they use. */
export const reportPath = '/api/reports'
export const reportTypes = ['application/reports+json', 'application/csp-report'] as const

const violation = v.looseObject({ effectiveDirective: v.optional(v.string()) })

/** `POST /api/reports`: a list by the Reporting API, or one violation as older browsers send it. */
export const browserReports = v.union([
  v.pipe(v.array(v.looseObject({ type: v.string(), body: v.optional(v.nullable(violation)) })), v.maxLength(100)),
  v.looseObject({ 'csp-report': v.looseObject({ 'violated-directive': v.optional(v.string()) }) }),
])
export type BrowserReports = v.InferOutput<typeof browserReports>
