import type { Job } from '@app/jobs'
import { ObjectId } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { erasureJob, startErasures } from './erasure-job'

const address = 'zoe@example.com'
const erasure = { _id: new ObjectId(), address, records: ['students/s0'], actor: { id: 'u1' } }

/** `found`: the records of the address that each pass finds, one after the other; then none. */
function setup(found: string[][], stored: object | undefined = erasure) {
  const order: string[] = []
  // The erasure with what its passes have added, or nothing once it is gone.
  let noted: object | undefined = { ...stored, files: ['/f1', '/f2'], names: ['Zoe Q'] }
  const note =
    <Result>(name: string, result?: Result) =>
    async (..._given: unknown[]) => {
      order.push(name)
      return result as Result
    }
  const left = [...found]
  const deps = {
    erasures: {
      find: vi.fn(async () => (stored && order.includes('bookings') ? noted : stored)),
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
  const job = erasureJob(deps as unknown as Parameters<typeof erasureJob>[0], note('rest'))
  const run = async () => {
    const chunks: unknown[] = []
    const input = { erasure: erasure._id.toHexString() }
    for await (const chunk of job.run({ input } as Job<{ erasure: string }>, { hold: () => {}, pause: async () => {} }))
      chunks.push(chunk)
    return chunks
  }
  const vanish = () => {
    noted = undefined
  }
  return { ...deps, run, order, vanish }
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

test('between two looks the writes that have begun get the time to end', async () => {
  const { run, order } = setup([['students/s1']])
  await run()
  const look = ['add', 'remove', 'forget']
  expect(order.slice(0, 7)).toEqual([...look, 'rest', ...look])
})

test('without an address only the records that are named are erased, as a name may be of others', async () => {
  const { run, persons, imports, jobs, received, personsOnPage, audit } = setup([['students/s9']], {
    ...{ _id: erasure._id, records: ['students/s0'] },
  })
  expect(await run()).toEqual(Array(2).fill({ done: 1, changed: 1 }))
  for (const unused of [persons.of, persons.forget, imports.erase, jobs.forget]) expect(unused).not.toHaveBeenCalled()
  expect(received.erase).toHaveBeenCalledExactlyOnceWith(undefined, ['s0'])
  expect(personsOnPage.erase).toHaveBeenCalledExactlyOnceWith({ names: ['Zoe Q'], address: undefined })
  expect(audit.append).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ actor: null }))
})

test('an uploaded file that mentions the address is erased, and so are the files that it names', async () => {
  const { run, imports, erasures } = setup([])
  const url = `/api/files/${'f'.repeat(24)}`
  imports.bytes.mockImplementation(async function* (file: string) {
    yield Buffer.from(`name,mail,photo\nZoe,${file === 'hers' ? 'Zoe@Example.com' : 'ada@example.com'},${url}`)
  })
  const isErased: unknown[] = []
  imports.erase.mockImplementation(async (...[, chosen]) => {
    for (const file of ['hers', 'another'])
      isErased.push(await (chosen as (one: object) => Promise<boolean>)({ id: file, file, encoding: 'utf-8' }))
    return []
  })
  await run()
  expect(isErased).toEqual([true, false])
  expect(erasures.add.mock.calls.slice(2)).toEqual([[erasure, [], { files: [url] }]])
})

test('an erasure that is gone before its files are removed names none', async () => {
  const { run, vanish, files, personsOnPage } = setup([])
  vanish()
  await run()
  expect(files.removeUnused).toHaveBeenCalledExactlyOnceWith([])
  expect(personsOnPage.erase).toHaveBeenCalledExactlyOnceWith({ names: [], address })
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
