import * as v from 'valibot'
import { objectIdPattern } from './object-id'

/** The mark of a database that sample inquiries were stored in, and what each of them is known by. */
export const sampleInquiryMark = 'sample_inquiries'
export const sampleRequestId = (inquiry: string) => `sample-${inquiry}`

/** `GET /api/samples`: the sample records that are left. `isChanged`: people have changed it since. */
export const samples = v.object({
  tables: v.array(
    v.object({
      table: v.string(),
      title: v.string(),
      records: v.array(v.object({ id: v.string(), label: v.string(), isChanged: v.boolean() })),
    }),
  ),
})
export type Samples = v.InferOutput<typeof samples>

/** `POST /api/samples/remove`: those that nobody has changed, and these of the others. */
export const sampleRemoval = v.strictObject({
  changed: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(objectIdPattern))), v.maxLength(500)), []),
})
