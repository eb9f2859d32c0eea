import type { Chunk } from '@app/jobs'
import type { TableSchema } from '@app/table-schema'
import { ObjectId } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { versionOf } from '../tables/stored-schema'
import { testApp } from '../test-app.fixture'
import { manageSchemas } from './manage-schemas'
import { publishJob, undoPublishJob } from './publish-job'

const setup = testApp()

const trips: TableSchema = {
  name: 'trips',
  title: 'Trips',
  title_field: 'goal',
  required: ['goal'],
  properties: { goal: { type: 'string' }, size: { type: 'string' } },
}
const withFields = (properties: TableSchema['properties'], required = ['goal']): TableSchema => ({
  ...trips,
  required,
  properties: { ...trips.properties, ...properties },
})
const numbers = withFields({ size: { type: 'integer' } })
const actor = { id: 'a'.repeat(24), email: 'ivy@archery.example', requestId: 'r' }
const eve = { ...actor, email: 'eve@archery.example' }
const id = (number: number) => number.toString(16).padStart(24, '0')
const notNumber = (number: number) => ({ id: id(number), reason: 'Size must be a number' })

/** Trips with these sizes, and the jobs on them; each part that is checked has `partSize` records. */
async function desk(sizes: readonly (string | null)[] = [], { table = trips, partSize = 1_000 } = {}) {
  const records = sizes.map((size, at) => ({
    ...{ id: id(at + 1), goal: `Trip ${at + 1}`, size, updated_at: '2026-05-01T09:00:00.000Z' },
  }))
  const app = await setup({ tables: [table], records })
  const { schemas, values, tables, audit, onChange, apply, revisions, trash, jobs } = app
  const editor = manageSchemas({ schemas, values, tables, audit, onChange })
  const save = vi.spyOn(editor, 'save')
  let read = 0
  const part: typeof values.part = (name, fields, after, take) =>
    values.part(name, fields, after, (record) => take(record) && ++read % partSize > 0)
  const deps = { schemas, tables, apply, revisions, trash, jobs, editor, values: { ...values, part } }
  const hold = vi.fn()
  const jobId = new ObjectId().toHexString()
  const job = {
    ...{ id: jobId, table: 'trips', actor, attempts: 1, done: 0, changed: 0, skipped: [], isResumed: false },
    progress: null,
  }
  /** Up to the last one, as the runner reads them. */
  const collect = async (chunks: AsyncIterable<Chunk>) => {
    const found: Chunk[] = []
    for await (const chunk of chunks) {
      found.push(chunk)
      if (chunk.isLast) break
      if (found.length > 10) throw new Error('It does not end.')
    }
    return found
  }
  const stored = async () => (await schemas.find('trips'))!
  const version = async () => versionOf(await stored())
  return {
    ...{ app, save, hold, jobId, version },
    handlers: { publish: publishJob(deps), undo: undoPublishJob(deps) },
    schema: async () => (await editor.read('trips')).schema,
    saveAs: async (who: typeof actor, schema: object, saver?: string) =>
      editor.save(who, 'trips', await version(), schema, saver),
    publish: async (schema: TableSchema, { fixes = {}, ...change }: Record<string, unknown> = {}) => {
      const input = { version: await version(), schema, fixes }
      return collect(publishJob(deps).run({ ...job, input, ...change } as never, { hold, pause: async () => {} }))
    },
    /** The undo of a job that has this progress. */
    undo: async (progress: object | null, change: object = {}) => {
      vi.spyOn(jobs, 'find').mockImplementation(async (wanted) => ({ progress: wanted === jobId && progress }) as never)
      return collect(
        undoPublishJob(deps).run({ ...job, id: `${jobId}-u`, undoes: jobId, ...change } as never, {
          hold,
          pause: async () => {},
        }),
      )
    },
  }
}

test('jobs of an earlier release are run, and a publication can be undone as one of several changes', async () => {
  const { handlers } = await desk()
  expect(handlers.publish).toMatchObject({ version: 1, undoneBy: 'undo-publish', changesMore: true })
  expect(handlers.undo).toMatchObject({ version: 1 })
})

test('a schema that judges no value otherwise is saved, and that is the end', async () => {
  const { publish, schema, save, hold, version, jobId } = await desk(['1', '2'])
  const [before, opened] = [await schema(), await version()]
  const chunks = await publish({ ...trips, title: 'Journeys' })
  expect(save).toHaveBeenCalledExactlyOnceWith(actor, 'trips', opened, { ...trips, title: 'Journeys' }, jobId)
  expect(hold.mock.invocationCallOrder[0]).toBeLessThan(save.mock.invocationCallOrder[0]!)
  const checked = { former: before, judged: [], kept: 0, next: null, isChecked: true }
  expect(chunks).toEqual([
    { total: 2, progress: checked },
    { done: 2, progress: { ...checked, saved: await version() }, isLast: true },
  ])
  expect((await schema()).title).toBe('Journeys')
})

test('records are checked part by part, and those that do not fit are named', async () => {
  const { publish, version, schema } = await desk(['7', 'many', 'few', '8', 'none'], { partSize: 2 })
  const former = await schema()
  const checking = { former, judged: ['size'], isChecked: false }
  const chunks = await publish(numbers)
  expect(chunks).toEqual([
    { total: 5, progress: { ...checking, kept: 0, next: null } },
    { skipped: [notNumber(1), notNumber(2)], progress: { ...checking, kept: 2, next: id(2) } },
    { skipped: [notNumber(3), notNumber(4)], progress: { ...checking, kept: 4, next: id(4) } },
    { skipped: [notNumber(5)], progress: { ...checking, kept: 5, next: null, isChecked: true } },
    {
      ...{ done: 5, isLast: true },
      progress: { ...checking, kept: 5, next: null, isChecked: true, saved: await version() },
    },
  ])
})

test.each([
  ['continues where it was', { kept: 0, next: id(2) }, [3, 4]],
  ['names 1,000 records at most', { kept: 998, next: null }, [1, 3]],
])('a check %s', async (_, progress, named) => {
  const { publish } = await desk(['many', null, 'few', 'none'])
  const started = { former: trips, judged: ['size'], isChecked: false, ...progress }
  const [first] = await publish(numbers, { progress: started })
  expect(first).toMatchObject({ skipped: named.map(notNumber), progress: { kept: progress.kept + 2, isChecked: true } })
})

const sized = withFields({ size: { type: 'string', enum: ['S', 'M'] }, goal: { type: 'string', maxLength: 6 } })
const fixes = { size: { action: 'set', value: 'M' } }

test('values are set part by part after the save, and the other fields are checked before it', async () => {
  const { publish, version, app, handlers, jobId } = await desk(['XL', 'S', 'L', null, 'XS'])
  // After eight attempts that were cut off a part changes two records.
  const chunks = await publish(sized, { fixes, attempts: 9 })
  const saved = await version()
  const checked = { judged: ['goal'], kept: 0, isChecked: true, next: null }
  expect(chunks.slice(1)).toMatchObject([
    { skipped: [], progress: checked },
    { done: 0, isLast: false, progress: { ...checked, saved } },
    { done: 3, total: 5, changed: 2, skipped: [], isLast: false, progress: { ...checked, saved, next: id(3) } },
    { done: 5, total: 5, changed: 3, skipped: [], isLast: true, progress: { ...checked, saved } },
  ])
  expect(chunks).toHaveLength(5)
  expect((await app.rows()).map(({ size }) => size)).toEqual(['M', 'S', 'M', null, 'M'])
  expect(await handlers.publish.countChanged!({ id: jobId, table: 'trips' } as never)).toBe(3)
})

test('what another replica has begun is continued behind the save, from the record that it had reached', async () => {
  const { publish, saveAs, app, save, version } = await desk(['XL', 'XL', 'XL'])
  await saveAs(actor, sized)
  save.mockClear()
  const progress = { former: trips, judged: [], kept: 0, isChecked: true, saved: await version(), next: id(1) }
  const chunks = await publish(sized, { fixes, progress, done: 2, changed: 4 })
  expect(save).not.toHaveBeenCalled()
  expect(chunks).toEqual([
    { done: 4, total: 4, changed: 6, skipped: [], isLast: true, progress: { ...progress, next: null } },
  ])
  expect((await app.rows()).map(({ size }) => size)).toEqual(['XL', 'M', 'M'])
})

test('a record that refuses its value is named with the reason', async () => {
  const { publish, app } = await desk(['1'])
  const guided = withFields({ guide: { type: 'string', format: 'reference', table: 'trips' } }, ['goal', 'guide'])
  const chunks = await publish(guided, { fixes: { guide: { action: 'set', value: id(99) } } })
  expect(chunks.at(-1)).toMatchObject({
    changed: 0,
    skipped: [{ id: id(1), reason: expect.stringContaining('Guide') }],
  })
  expect(await app.row(id(1))).not.toHaveProperty('guide')
})

test('a job that another replica has taken over saves nothing', async () => {
  const { publish, undo, hold, save, version } = await desk()
  hold.mockImplementation(() => {
    throw new Error('lost')
  })
  await expect(publish({ ...trips, title: 'Journeys' })).rejects.toThrow('lost')
  await expect(undo({ former: trips, saved: await version() })).rejects.toThrow('lost')
  expect(save).not.toHaveBeenCalled()
})

test('a job that another replica has taken over after the save fixes no value', async () => {
  const { publish, saveAs, hold, app, version } = await desk(['XL'])
  await saveAs(actor, sized)
  hold.mockImplementation(() => {
    throw new Error('lost')
  })
  const progress = { former: trips, judged: [], kept: 0, isChecked: true, saved: await version(), next: null }
  await expect(publish(sized, { fixes, progress })).rejects.toThrow('lost')
  expect(await app.row(id(1))).toMatchObject({ size: 'XL' })
})

test('a save that a crash cut off from its report is not made again', async () => {
  const { publish, saveAs, save, jobId, version } = await desk()
  await saveAs(actor, { ...trips, title: 'Journeys' }, jobId)
  save.mockClear()
  const progress = { former: trips, judged: [], kept: 0, next: null, isChecked: true }
  const chunks = await publish({ ...trips, title: 'Journeys' }, { progress })
  expect(save).not.toHaveBeenCalled()
  expect(chunks).toEqual([{ done: 0, progress: { ...progress, saved: await version() }, isLast: true }])
})

test('a schema that was saved since it was opened is not replaced', async () => {
  const { publish, saveAs, schema, version } = await desk()
  const input = { version: await version(), schema: { ...trips, title: 'Journeys' }, fixes: {} }
  await saveAs(eve, { ...trips, title: 'Walks' })
  await expect(publish(trips, { input })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('eve@archery.example has saved this table'),
  })
  expect((await schema()).title).toBe('Walks')
})

test('an undo restores the schema and the values, also those that it refuses', async () => {
  const table = withFields({ size: { type: 'string', enum: ['S'] } })
  const { publish, undo, schema, app } = await desk(['XL'], { table })
  const former = await schema()
  const [first, , last] = await publish(withFields({ size: { type: 'string', enum: ['M'] } }), { fixes })
  expect([first, last]).toMatchObject([{ progress: { former } }, { isLast: true }])
  expect(await app.row(id(1))).toMatchObject({ size: 'M' })
  expect(await undo(last!.progress as object)).toEqual([{ done: 0 }, { total: 1, done: 1, changed: 1, skipped: [] }])
  expect(await schema()).toEqual(former)
  expect(await app.row(id(1))).toMatchObject({ size: 'XL' })
})

test('once the schema was saved again, an undo says by whom and restores nothing', async () => {
  const { undo, saveAs, schema } = await desk()
  await saveAs(eve, { ...trips, title: 'Walks' })
  await expect(undo({ former: trips, saved: 'published' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('eve@archery.example'),
  })
  expect((await schema()).title).toBe('Walks')
})

test.each([
  ['a save that was not reported is undone, too', '', { former: trips }, 'Trips'],
  ['what was never saved needs no undo', '-other', { former: trips }, 'Walks'],
  ['an undo that was cut off after its save does not save again', '-u', { former: trips, saved: 'x' }, 'Walks'],
  ['a job without progress has saved nothing', '', null, 'Walks'],
])('%s', async (_, saver, progress, title) => {
  const { undo, saveAs, schema, jobId } = await desk()
  await saveAs(actor, { ...trips, title: 'Walks' }, `${jobId}${saver}`)
  await undo(progress)
  expect((await schema()).title).toBe(title)
})
