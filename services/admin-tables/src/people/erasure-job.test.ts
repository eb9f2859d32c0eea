import type { Job } from '@app/jobs'
import { ObjectId } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { erasureJob, startErasures } from './erasure-job'

const address = 'zoe@example.com'
const erasure = { _id: new ObjectId(), address, records: ['students/s0'], actor: { id: 'u1' } }

/** `found`: the records of the address that each pass finds, one after the other; then none. */
function setup(found: string[][], stored: object | undefined = erasure) {
  const order: string[] = []
  const note =
    <Result>(name: string, result?: Result) =>
    async (..._given: unknown[]) => {
      order.push(name)
      return result as Result
    }
  const left = [...found]
  const deps = {
    erasures: {
      find: vi.fn(async () =>
        stored && order.includes('imports') ? { ...stored, files: ['/f1', '/f2'], names: ['Zoe Q'] } : stored,
      ),
      add: vi.fn(note('add')),
      complete: vi.fn(note('complete')),
    },
    persons: {
      of: vi.fn(async () => left.shift() ?? []),
      filesOf: vi.fn(async (records: string[]) => records.map((record) => `/file-of/${record}`)),
      namesOf: vi.fn(async (records: string[]) => [`name in ${records.length}`]),
      remove: vi.fn(note('remove')),
      forget: vi.fn(note('forget')),
    },
    imports: { erase: vi.fn(note('imports', [{ id: 'i1' }])), bytes: vi.fn() },
    received: { erase: vi.fn(note('received')) },
    bookings: { forget: vi.fn(note('bookings')) },
    files: { removeUnused: vi.fn(note('files', 2)) },
    personsOnPage: { erase: vi.fn(note('website')) },
    jobs: { forget: vi.fn(note('jobs')) },
    audit: { append: vi.fn(note('audit')) },
  }
  const job = erasureJob(deps as unknown as Parameters<typeof erasureJob>[0], 0)
  const run = async () => {
    const chunks: unknown[] = []
    const input = { erasure: erasure._id.toHexString() }
    for await (const chunk of job.run({ input } as Job<{ erasure: string }>, { hold: () => {} })) chunks.push(chunk)
    return chunks
  }
  return { ...deps, run, order }
}

test('it looks again until a second look finds nothing, and removes and forgets in each', async () => {
  const { run, erasures, persons, received, bookings } = setup([
    ['students/s1', 'contact_submissions/c1'],
    ['students/s2'],
  ])
  expect(await run()).toEqual([
    { done: 3, changed: 3 },
    { done: 4, changed: 4 },
    { done: 4, changed: 4 },
  ])
  const all = ['students/s0', 'students/s1', 'contact_submissions/c1', 'students/s2']
  const heldBy = (records: string[]) => ({
    files: records.map((one) => `/file-of/${one}`),
    names: [`name in ${records.length}`],
  })
  expect(persons.remove.mock.calls).toEqual([[all.slice(0, 3)], [all], [all]])
  expect(persons.forget.mock.calls).toEqual([[address], [address], [address]])
  expect(erasures.add.mock.calls).toEqual([
    [erasure, ['students/s1', 'contact_submissions/c1'], heldBy(all.slice(0, 3))],
    [erasure, ['students/s2'], heldBy(all)],
    [erasure, [], heldBy(all)],
  ])
  expect(received.erase).toHaveBeenCalledExactlyOnceWith(address, ['s0', 's1', 'c1', 's2'])
  expect(bookings.forget).toHaveBeenCalledExactlyOnceWith(['s0', 's1', 'c1', 's2'])
})

test('one look is never enough: a write that began before may land after it', async () => {
  const { run, persons } = setup([[], ['students/s9']])
  await run()
  expect(persons.of).toHaveBeenCalledTimes(3)
  const quiet = setup([])
  await quiet.run()
  expect(quiet.persons.of).toHaveBeenCalledTimes(2)
})

test('records that never cease to come end after ten looks', async () => {
  const { run, persons } = setup(Array.from({ length: 30 }, (_, at) => [`students/s${at}`]))
  await run()
  expect(persons.of).toHaveBeenCalledTimes(10)
})

test('the files are removed after the imports that name them; then it is audited once and completed', async () => {
  const { run, order, files, personsOnPage, jobs, audit, erasures } = setup([['students/s1', 'contact_submissions/c1']])
  await run()
  expect(order.slice(-8)).toEqual(['received', 'bookings', 'imports', 'jobs', 'files', 'website', 'audit', 'complete'])
  expect(files.removeUnused).toHaveBeenCalledExactlyOnceWith(['/f1', '/f2'])
  expect(personsOnPage.erase).toHaveBeenCalledExactlyOnceWith({ names: ['Zoe Q'], address })
  expect(jobs.forget).toHaveBeenCalledExactlyOnceWith([expect.stringContaining('i1')], 'The file was erased.')
  expect(audit.append).toHaveBeenCalledExactlyOnceWith({
    actor: erasure.actor,
    action: 'erase',
    table: 'contact_submissions',
    about: { step: 'done', deleted: 1, students: 2, files: 2 },
    ref: `erasure/${erasure._id.toHexString()}`,
  })
  expect(erasures.complete).toHaveBeenCalledExactlyOnceWith(erasure)
})

test.each([undefined, { ...erasure, done_at: new Date() }])(
  'an erasure that is done does nothing again',
  async (stored) => {
    const { run, persons, erasures } = setup([['students/s1']], stored ?? (null as never))
    expect(await run()).toEqual([])
    expect(persons.of).not.toHaveBeenCalled()
    expect(erasures.complete).not.toHaveBeenCalled()
  },
)

test.each([
  ['was never begun', undefined, 1],
  ['waits', 'waiting', 0],
  ['runs', 'running', 0],
  ['has failed', 'failed', 1],
  ['was stopped', 'stopped', 1],
])('of an erasure whose job %s', async (_, state, begun) => {
  const begin = vi.fn(async (_job: object) => undefined)
  const latest = vi.fn(async () => (state ? { state } : undefined))
  const open = async () => [erasure, { _id: new ObjectId() }]
  await startErasures({ erasures: { open }, jobs: { latest }, runner: { begin } } as never)()
  const key = `erasure/${erasure._id.toHexString()}`
  expect(latest).toHaveBeenCalledWith(key)
  expect(begin).toHaveBeenCalledTimes(2 * begun)
  if (begun > 0) {
    const input = { erasure: erasure._id.toHexString() }
    const job = { kind: 'erasure', table: null, right: null, input, key, lane: key }
    expect(begin.mock.calls[0]).toEqual([{ ...job, actor: erasure.actor }])
    expect(begin.mock.calls[1]).toEqual([expect.objectContaining({ actor: null })])
  }
})
