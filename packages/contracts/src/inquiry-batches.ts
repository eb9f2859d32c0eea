import * as v from 'valibot'
import { doc, post, tagged } from './call'
import { exampleId, exampleJob } from './doc-parts'
import { inquiryTable } from './inquiries'
import { job } from './jobs'
import { recordId } from './parameters'
import { changeOf } from './policy'

/** Actions on several inquiries at once. */
const inquiryAction = v.picklist(['spam', 'not-spam', 'close', 'assign'])
export type InquiryAction = v.InferOutput<typeof inquiryAction>

/** Inquiries of one batch, at most. */
export const maxInquiries = 10_000
/** Ids that fit into a request; a query has no such limit. */
export const maxInquiryIds = 500

/** `POST /api/forms/submissions/batches`. `query` is a list query, `expected` the total that was shown for it. */
const inquiryBatch = v.pipe(
  v.strictObject({
    action: inquiryAction,
    ids: v.optional(
      v.pipe(
        v.array(recordId),
        v.minLength(1),
        v.maxLength(maxInquiryIds, `Give at most ${maxInquiryIds} ids, or a query`),
      ),
    ),
    query: v.optional(v.pipe(v.string(), v.maxLength(4_096))),
    expected: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    /** The assignee; `null` removes the assignment. */
    person: v.optional(v.nullable(recordId)),
  }),
  v.check(({ ids, query }) => (ids === undefined) !== (query === undefined), 'Give either ids or a query'),
  v.check(
    ({ action, person }) => (action === 'assign') === (person !== undefined),
    'Give a person to assign inquiries to, and only then',
  ),
)
export type InquiryBatch = v.InferOutput<typeof inquiryBatch>

export const startInquiryBatch = post('startInquiryBatch', '/api/forms/submissions/batches', {
  ...changeOf(inquiryTable),
  audit: { action: 'batch', by: 'action' },
  body: { schema: inquiryBatch },
  response: { 200: job, 202: job },
  errors: ['invalid_request', 'conflict', 'invalid_input'],
})

export const docs = () => {
  const closed = { kind: 'inquiries', table: inquiryTable, total: 1 }
  return tagged('Inquiries', [
    doc(startInquiryBatch, {
      summary: 'Change several inquiries',
      description:
        'Marks inquiries as spam or not spam, closes them, or assigns them to a person. Give ids, or a list query with the total that was shown. It runs as a job, which lists what was skipped and why; its undo restores each inquiry to what it was.',
      body: { example: { action: 'close', ids: [exampleId] } },
      responses: {
        200: { description: 'The job, which has ended.', example: exampleJob(closed, 'done') },
        202: { description: 'The job, which continues in the background.', example: exampleJob(closed, 'running') },
      },
      errors: {
        invalid_request: 'The query is not one of the table.',
        conflict: 'Another number of inquiries matches the query now.',
        invalid_input: 'The action is unknown, the person may not see inquiries, or there are too many.',
      },
    }),
  ])
}
