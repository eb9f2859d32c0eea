import type { Chunk } from '@app/jobs'
import type { TableSchema } from '@app/table-schema'
import { ObjectId } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { notesKey, type StoredSchema, schemaIn, versionOf } from '../tables/stored-schema'
import { publishJob, undoPublishJob } from './publish-job'

const trips: TableSchema = {
  name: 'trips',
  title: 'Trips',
  title_field: 'goal',
  required: ['goal'],
  properties: { goal: { type: 'string' }, size: { type: 'string' } },
}
const actor = { id: 'a'.repeat(24), email: 'ivy@archery.example', requestId: 'r' }
const stored = (notes?: object, change: Partial<TableSchema> = {}) =>
  ({ _id: 'trips', ...trips, ...change, ...(notes && { [notesKey]: notes }) }) as unknown as StoredSchema
const id = new ObjectId().toHexString()

function setup({ now = stored(), progress = null as object | null, isLost = false } = {}) {
  const order: string[] = []
  const deps = {
    schemas: { find: vi.fn(async () => now as StoredSchema | undefined) },
    values: { total: async () => 5, part: vi.fn() },
    editor: {
      save: vi.fn(async (..._given: unknown[]) => {
        order.push('save')
        return { version: 'new-version' }
      }),
    },
    jobs: { find: vi.fn(async () => ({ progress })) },
    revisions: { flushBatch: async () => {}, ofBatch: async () => [] },
  }
  const hold = vi.fn(() => {
    order.push('hold')
    if (isLost) throw new Error('lost')
  })
  /** Up to the last one, as the runner reads them. */
  const collect = async (chunks: AsyncIterable<Chunk>) => {
    const found: Chunk[] = []
    for await (const chunk of chunks) {
      found.push(chunk)
      if (chunk.isLast) break
    }
    return found
  }
  const job = { id, table: 'trips', actor, done: 0, changed: 0, skipped: [], isResumed: false, progress: null }
  const published = { version: versionOf(now), schema: { ...trips, title: 'Journeys' }, fixes: {} }
  return {
    ...deps,
    order,
    publish: (change: object = {}) =>
      collect(publishJob(deps as never).run({ ...job, input: { ...published, ...change } } as never, { hold })),
    undo: () => collect(undoPublishJob(deps as never).run({ ...job, undoes: 'p1' } as never, { hold })),
  }
}

test('a schema that judges no value otherwise is saved once, while the job is held, and that is the end', async () => {
  const { publish, editor, order, values } = setup()
  const chunks = await publish()
  expect(order).toEqual(['hold', 'save'])
  const version = versionOf(stored())
  expect(editor.save).toHaveBeenCalledExactlyOnceWith(actor, 'trips', version, { ...trips, title: 'Journeys' }, id)
  const former = schemaIn(stored())
  const checked = { former, judged: [], kept: 0, next: null, isChecked: true }
  expect(chunks).toEqual([
    { total: 5, progress: checked },
    { done: 5, progress: { ...checked, saved: 'new-version' }, isLast: true },
  ])
  expect(values.part).not.toHaveBeenCalled()
})

test('a job that another replica has taken over saves nothing', async () => {
  const { publish, undo, editor } = setup({ isLost: true, progress: { former: {}, saved: versionOf(stored()) } })
  await expect(publish()).rejects.toThrow('lost')
  await expect(undo()).rejects.toThrow('lost')
  expect(editor.save).not.toHaveBeenCalled()
})

test('a save that a crash cut off from its report is not made again', async () => {
  const { publish, editor } = setup({ now: stored({ revision: 2, saved_by: 'ivy', saved_in: id }) })
  const chunks = await publish()
  expect(editor.save).not.toHaveBeenCalled()
  expect(chunks.at(-1)).toMatchObject({
    progress: { saved: versionOf(stored({ revision: 2, saved_by: 'ivy', saved_in: id })) },
  })
})

test('a schema that was saved since it was opened is not replaced', async () => {
  const { publish, editor } = setup({ now: stored({ revision: 2, saved_by: 'Eve' }) })
  await expect(publish({ version: 'older' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Eve has saved this table'),
  })
  expect(editor.save).not.toHaveBeenCalled()
})

const former = { name: 'trips', title: 'Former' }

test('an undo restores the former schema where the published one is still stored', async () => {
  const now = stored({ revision: 2, saved_by: 'ivy', saved_in: 'p1' })
  const { undo, editor, order, jobs } = setup({ now, progress: { former, saved: versionOf(now) } })
  expect(await undo()).toEqual([{ done: 0 }])
  expect(jobs.find).toHaveBeenCalledExactlyOnceWith('p1')
  expect(order).toEqual(['hold', 'save'])
  expect(editor.save).toHaveBeenCalledExactlyOnceWith(actor, 'trips', versionOf(now), former, id)
})

test('once the schema was saved again, an undo says by whom and restores nothing', async () => {
  const now = stored({ revision: 3, saved_by: 'Eve' })
  const { undo, editor } = setup({ now, progress: { former, saved: 'published' } })
  await expect(undo()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('Eve') })
  expect(editor.save).not.toHaveBeenCalled()
})

test.each([
  ['a save that was not reported is undone, too', { saved_in: 'p1' }, { former }, 1],
  ['what was never saved needs no undo', { saved_in: 'another' }, { former }, 0],
  ['an undo that was cut off after its save does not save again', { saved_in: id }, { former, saved: 'x' }, 0],
  ['a job without progress has saved nothing', { saved_in: 'p1' }, null, 0],
])('%s', async (_, notes, progress, saves) => {
  const { undo, editor } = setup({ now: stored({ revision: 2, saved_by: 'ivy', ...notes }), progress })
  await undo()
  expect(editor.save).toHaveBeenCalledTimes(saves)
})
