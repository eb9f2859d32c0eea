import * as v from 'valibot'
import { doc, get, post, put, tagged } from './call'
import { exampleId, exampleJob } from './doc-parts'
import { job } from './jobs'
import { recordId } from './parameters'
import { adminChange, adminRead } from './policy'

/** The first steps of a new school, in this order. */
export const setupSteps = [
  ...['name', 'hours', 'phone', 'prices', 'mail'],
  ...['mailbox', 'passkey', 'colleague', 'students', 'publish'],
] as const
export type SetupStep = (typeof setupSteps)[number]
const setupStep = v.picklist(setupSteps)

/** Steps about what the product is shipped with, which may be right as it is. */
export const confirmableSteps: readonly SetupStep[] = ['name', 'hours', 'phone', 'prices']

const mark = v.object({ as: v.picklist(['confirmed', 'skipped']), by: v.string(), at: v.string() })

export const setup = v.object({
  steps: v.array(
    v.object({
      step: setupStep,
      /** True if the result of the step is stored. `null` where another call says so: `listPasskeys` and `readDeliverability`. */
      isDone: v.nullable(v.boolean()),
      /** An admin's own statement about it. */
      mark: v.nullable(mark),
    }),
  ),
  /** The admin who has hidden the steps on Today. */
  hidden: v.nullable(v.object({ by: v.string(), at: v.string() })),
})
export type Setup = v.InferOutput<typeof setup>

/** `PUT /api/setup/steps/{step}`; `open` takes the mark away. */
const setupMark = v.strictObject({ as: v.picklist(['confirmed', 'skipped', 'open']) })
export type SetupMark = v.InferOutput<typeof setupMark>

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

/** `POST /api/samples/remove`: removes the unchanged samples, and the changed ones that are listed. */
const sampleRemoval = v.strictObject({
  changed: v.optional(v.pipe(v.array(recordId), v.maxLength(500)), []),
})

const change = { access: 'admin', limit: 'write' } as const

export const readSetup = get('readSetup', '/api/setup', {
  ...adminRead,
  response: { 200: setup },
})

export const markSetupStep = put('markSetupStep', '/api/setup/steps/:step', {
  ...change,
  // Stored with who said it; it changes nothing else.
  audit: false,
  params: v.object({ step: setupStep }),
  body: { schema: setupMark },
  response: { 200: setup },
  errors: ['invalid_input'],
})

export const hideSetup = put('hideSetup', '/api/setup/hidden', {
  ...change,
  audit: false,
  body: { schema: v.strictObject({ hidden: v.boolean() }) },
  response: { 200: setup },
  errors: ['invalid_input'],
})

export const readSamples = get('readSamples', '/api/samples', {
  ...adminRead,
  response: { 200: samples },
})

export const removeSamples = post('removeSamples', '/api/samples/remove', {
  ...adminChange,
  audit: { action: 'batch', by: 'action' },
  body: { schema: sampleRemoval, optional: true },
  response: { 202: job },
  errors: ['invalid_input', 'conflict'],
})

export const docs = () => {
  const by = 'ivy@archery.example'
  const at = '2026-11-28T15:00:00.000Z'
  const steps = [
    { step: 'name' as const, isDone: true, mark: null },
    { step: 'hours' as const, isDone: false, mark: { as: 'confirmed' as const, by, at } },
    { step: 'passkey' as const, isDone: null, mark: null },
  ]
  const example = { steps, hidden: null }
  const stored = 'The steps as they are now.'
  const removal = { kind: 'remove-samples', table: null, total: 90 }
  return tagged('Setup', [
    doc(readSetup, {
      summary: 'The first steps of a new school',
      description:
        'A step is done when what it is about is stored: another name than the shipped one, a student that is no sample, a published page. `isDone` is null for `passkey`, which `listPasskeys` says of the caller, and for `mailbox`, which `readDeliverability` says.',
      responses: { 200: { description: stored, example } },
    }),
    doc(markSetupStep, {
      summary: 'Skip or confirm a step',
      description:
        '`confirmed`: what was shipped is right as it is. `open` takes a mark away. The mark names its author.',
      parameters: { step: { description: 'The step.', example: 'hours' } },
      body: { example: { as: 'confirmed' } },
      responses: { 200: { description: stored, example } },
      errors: { invalid_input: 'There is no such mark, or nothing was shipped that could be confirmed.' },
    }),
    doc(hideSetup, {
      summary: 'Hide the first steps on Today, or show them again',
      description: 'For the whole school. The page of the steps stays under Settings.',
      body: { example: { hidden: true } },
      responses: { 200: { description: stored, example } },
      errors: { invalid_input: '`hidden` is missing.' },
    }),
    doc(readSamples, {
      summary: 'The sample records that are left',
      description: 'Those that the product was started with, of all tables. `isChanged`: people have changed it since.',
      responses: {
        200: {
          description: 'The records by table.',
          example: {
            tables: [
              {
                table: 'students',
                title: 'Students',
                records: [{ id: exampleId, label: 'June Park', isChanged: false }],
              },
            ],
          },
        },
      },
    }),
    doc(removeSamples, {
      summary: 'Remove the sample records',
      description:
        'Moves unchanged sample records to the trash, and the changed ones listed in `changed`. No other record is touched: a sample that another record refers to is skipped. It runs as a job, which can be undone for 30 days.',
      body: { example: { changed: [] } },
      responses: {
        202: { description: 'The job, which continues in the background.', example: exampleJob(removal, 'running') },
      },
      errors: {
        invalid_input: '`changed` is no list of ids.',
        conflict: 'Nothing is left to remove, or a record that `changed` names is no changed sample.',
      },
    }),
  ])
}
