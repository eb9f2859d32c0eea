import { doc } from './call-doc'
import { exampleId } from './parameters.doc'
import { hideSetup, markSetupStep, readSamples, readSetup, removeSamples } from './setup'

const tag = 'Setup'
const by = 'ivy@archery.example'
const at = '2026-11-28T15:00:00.000Z'
const steps = [
  { step: 'name' as const, isDone: true, mark: null },
  { step: 'hours' as const, isDone: false, mark: { as: 'confirmed' as const, by, at } },
  { step: 'passkey' as const, isDone: null, mark: null },
]
const example = { steps, hidden: null }
const stored = 'The steps as they are now.'
const job = {
  ...{ id: exampleId, kind: 'remove-samples', table: null, state: 'running' as const, total: 90, skipped: [] },
  ...{ done: 0, changed: 0, undoable: false, actor: { id: exampleId, email: by } },
  ...{ createdAt: at, startedAt: at, endedAt: null },
}

export const readSetupDoc = doc(readSetup, {
  tag,
  summary: 'The first steps of a new school',
  description:
    'A step is done when what it is about is stored: another name than the shipped one, a student that is no sample, a published page. `isDone` is null for `passkey`, which `listPasskeys` says of the caller, and for `mailbox`, which `readDeliverability` says.',
  responses: { 200: { description: stored, example } },
})

export const markSetupStepDoc = doc(markSetupStep, {
  tag,
  summary: 'Skip or confirm a step',
  description: '`confirmed`: what was shipped is right as it is. `open` takes a mark away. The mark names its author.',
  parameters: { step: { description: 'The step.', example: 'hours' } },
  body: { example: { as: 'confirmed' } },
  responses: { 200: { description: stored, example } },
  errors: { invalid_input: 'There is no such mark, or nothing was shipped that could be confirmed.' },
})

export const hideSetupDoc = doc(hideSetup, {
  tag,
  summary: 'Hide the first steps on Today, or show them again',
  description: 'For the whole school. The page of the steps stays under Settings.',
  body: { example: { hidden: true } },
  responses: { 200: { description: stored, example } },
  errors: { invalid_input: '`hidden` is missing.' },
})

export const readSamplesDoc = doc(readSamples, {
  tag,
  summary: 'The sample records that are left',
  description: 'Those that the product was started with, of all tables. `isChanged`: people have changed it since.',
  responses: {
    200: {
      description: 'The records by table.',
      example: {
        tables: [
          { table: 'students', title: 'Students', records: [{ id: exampleId, label: 'June Park', isChanged: false }] },
        ],
      },
    },
  },
})

export const removeSamplesDoc = doc(removeSamples, {
  tag,
  summary: 'Remove the sample records',
  description:
    'Moves the sample records that nobody has changed to the trash, and of the others those that `changed` names. No other record is touched: a sample that another record refers to is skipped. It runs as a job, which can be undone for 30 days.',
  body: { example: { changed: [] } },
  responses: {
    202: { description: 'The job, which continues in the background.', example: job },
  },
  errors: {
    invalid_input: '`changed` is no list of ids.',
    conflict: 'Nothing is left to remove, or a record that `changed` names is no changed sample.',
  },
})
