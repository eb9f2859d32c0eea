import type { ImportReport } from '@app/contracts/imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { type Browser, createBrowser } from '../support/browser'
import { casesOf, nightlyTest } from '../support/cases'
import { addDescribedTable } from '../support/described-table'
import { killBefore } from '../support/kill-before'
import { adminEmail, type Product } from '../support/product'
import { shareTables } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
let admin: Browser
const birds = '/api/tables/birds'

beforeAll(async () => {
  product = await shareTables()
  admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  const described = {
    birds: {
      required: ['name'],
      properties: {
        name: { type: 'string', title: 'Name', minLength: 2 },
        ring: { type: 'string', title: 'Ring' },
        size: { type: 'string', title: 'Size', enum: ['s', 'l'], enumNames: ['Small', 'Large'] },
        seen_at: { type: 'string', format: 'date-time' },
        about: { type: 'string', format: 'rich_text' },
        tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'], enumNames: ['Rare', 'Loud'] } },
        nest: { type: 'string', format: 'reference', table: 'nests' },
      },
    },
    nests: {
      required: ['tree'],
      properties: { tree: { type: 'string' }, photo: { type: 'string', title: 'Photo', format: 'image' } },
    },
  }
  for (const [name, about] of Object.entries(described)) await addDescribedTable(product.db, name, about)
})
afterAll(() => product?.stop())

const cookie = () => [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; ')

type Report = ImportReport & { error?: string; code?: string }
/** A 503, after which the same call may be made again. */
const isBusy = ({ code }: Report) => code === 'unavailable'
const report = async (id: string) => (await admin.get(`${birds}/imports/${id}`)).body as unknown as Report
const settled = (id: string) =>
  until('the work on the import', async () => {
    const now = await report(id)
    return isBusy(now) || now.state === 'checking' || now.state === 'applying' ? undefined : now
  })

async function send(text: string | Uint8Array<ArrayBuffer>, path = birds, name = 'birds.csv') {
  return until('the file to be taken', async () => {
    const { status, body } = await admin.upload(`${path}/imports`, text, name)
    const report = body as unknown as Report
    return !isBusy(report) && { status, body: report }
  })
}

/** Sends a file and waits for its check, which may take longer than the answer. */
async function upload(text: string | Uint8Array<ArrayBuffer>): Promise<Report> {
  const { status, body } = await send(text)
  expect(status).toBe(201)
  return settled(body.id)
}

async function change(id: string, columns: object): Promise<Report> {
  expect((await admin.send('PATCH', `${birds}/imports/${id}`, columns)).status).toBe(200)
  return settled(id)
}
const apply = async (id: string) => {
  expect((await admin.post(`${birds}/imports/${id}/apply`, {})).status).toBe(202)
  return settled(id)
}
const text = async (path: string) => {
  const answer = await fetch(`${product.site}${path}`, { headers: { cookie: cookie() } })
  expect(answer.status).toBe(200)
  return answer.text()
}
const stored = () => product.db.collection('birds')

test('a file is checked before anything is written, then applied as one batch with its history', async () => {
  await product.db.collection('nests').insertOne({ tree: 'Oak' })
  const body = await upload('Name,Size,nest\r\nWren,small,Oak\r\nx,Huge,Elm\r\nOwl,l,\r\n')
  expect(body).toMatchObject({
    state: 'checked',
    mapping: { Name: 'name', Size: 'size', nest: 'nest' },
    match: null,
    total: 3,
    create: 2,
    errorRows: 1,
    creates: [{ row: 2, values: { name: 'Wren', size: 's' } }, { row: 4 }],
  })
  expect(body.errors).toEqual([
    { row: 3, column: 'Size', message: 'Size must be one of the valid options', value: 'Huge', cell: 'Huge' },
    { row: 3, column: 'nest', message: '"Elm" does not exist', cell: 'Elm' },
    { row: 3, column: 'Name', message: 'Name must be at least 2 characters', value: 'x', cell: 'x' },
  ])
  expect(await stored().countDocuments()).toBe(0)
  expect(await text(`${birds}/imports/${body.id}/errors.csv`)).toBe(
    [
      'row,column,message,value',
      '3,Size,Size must be one of the valid options,Huge',
      '3,nest,"""Elm"" does not exist",',
      '3,Name,Name must be at least 2 characters,x',
      '',
    ].join('\r\n'),
  )

  expect(await apply(body.id)).toMatchObject({ state: 'applied', create: 2, errorRows: 1, applied: 3, batch: body.id })
  expect((await stored().distinct('name')).toSorted()).toEqual(['Owl', 'Wren'])
  const wren = await stored().findOne({ name: 'Wren' })
  const history = await until('its history', async () => {
    const { body: page } = await admin.get(`${birds}/${wren?._id}/history`)
    return (page as { data: object[] }).data[0]
  })
  expect(history).toMatchObject({ action: 'create', source: 'import', batch: body.id })
  // A repeated call finds the same batch.
  await apply(body.id)
  expect(await stored().countDocuments()).toBe(2)
})

test('an own export comes back without a change', async () => {
  await admin.post(birds, {
    name: "'=1+1",
    about: '<p>Sings <b>well</b></p>',
    seen_at: '2026-03-08T10:30:00Z',
    tags: ['a', 'b'],
  })
  const body = await upload(await text(`${birds}/export`))
  expect(body).toMatchObject({ match: 'id', total: 3, create: 0, update: 0, unchanged: 3, errorRows: 0 })
})

// By day imports/routes.store.test.ts sees it, and imports.spec.ts in a browser.
nightlyTest('columns and match can be chosen again, and changes are shown field by field', async () => {
  await admin.post(birds, { name: 'Heron', ring: 'R7', size: 's' })
  const body = await upload('Species;Code;Note\r\nGrey heron;R7;tall\r\n')
  expect(body).toMatchObject({ mapping: { Species: null, Code: null, Note: null }, create: 0, errorRows: 1 })
  const path = `${birds}/imports/${body.id}`
  expect(await change(body.id, { mapping: { Species: 'name', Code: 'ring' }, match: 'ring' })).toMatchObject({
    state: 'checked',
    update: 1,
    updates: [{ row: 2, changes: { name: ['Heron', 'Grey heron'] } }],
  })
  for (const [wrong, field] of [
    [{ mapping: { Species: 'nothing' } }, 'mapping'],
    [{ mapping: { Species: 'ring' } }, 'mapping'],
    [{ match: 'size' }, 'match'],
  ] as const)
    expect((await admin.send('PATCH', path, wrong)).body).toMatchObject({ fields: { [field]: expect.any(String) } })
  await apply(body.id)
  expect(await stored().findOne({ ring: 'R7' })).toMatchObject({ name: 'Grey heron', size: 's' })
  expect((await admin.send('PATCH', path, { match: null })).status).toBe(409)
})

// By day import-store.store.test.ts and family-import.store.test.ts see it.
nightlyTest(
  'errors are corrected in the preview: checked again, kept with the import, applied, and bounded',
  async () => {
    const { id } = await upload('Name,Size\r\nKite,Huge\r\ny,s\r\nLark,l\r\n')
    const corrections = [
      { row: 2, column: 'Size', value: 'large' },
      { row: 3, column: 'Name', value: 'z' },
    ]
    const first = await change(id, { corrections })
    expect(first).toMatchObject({ create: 2, errorRows: 1, corrections })
    expect(first.errors).toEqual([expect.objectContaining({ row: 3, column: 'Name', cell: 'z' })])
    const second = await change(id, { corrections: [{ row: 3, column: 'Name', value: 'Yellowhammer' }] })
    expect(second).toMatchObject({ create: 3, errorRows: 0 })
    expect(second.corrections).toEqual([corrections[0], { row: 3, column: 'Name', value: 'Yellowhammer' }])
    // The stored file is unchanged, so a correction can be undone; a new mapping keeps the other corrections.
    expect(await change(id, { corrections: [{ row: 2, column: 'Size', value: null }] })).toMatchObject({ errorRows: 1 })
    expect(await change(id, { corrections: [corrections[0]] })).toMatchObject({ errorRows: 0 })
    expect(await change(id, { match: 'name' })).toMatchObject({ create: 3, corrections: second.corrections })
    for (const wrong of [
      [{ row: 2, column: 'Beak', value: 'red' }],
      [{ row: 1, column: 'Size', value: 's' }],
      [{ row: 2, column: 'Size', value: 'x'.repeat(2_001) }],
      Array.from({ length: 61 }, (_, at) => ({ row: at + 2, column: 'Size', value: 's' })),
    ])
      expect((await admin.send('PATCH', `${birds}/imports/${id}`, { corrections: wrong })).status).toBe(422)
    expect(await apply(id)).toMatchObject({ state: 'applied', create: 3, errorRows: 0 })
    expect(await stored().findOne({ name: 'Yellowhammer' })).toMatchObject({ size: 's' })
    expect(await stored().findOne({ name: 'Kite' })).toMatchObject({ size: 'l' })
    await stored().deleteMany({ name: { $in: ['Yellowhammer', 'Kite', 'Lark'] } })
  },
)

// By day imports-job.store.test.ts sees it.
nightlyTest('a record that changes between check and import is not overwritten', async () => {
  const made = await admin.post(birds, { name: 'Kite', ring: 'R8' })
  const body = await upload('ring,name\r\nR8,Red kite\r\n')
  await change(body.id, { match: 'ring' })
  await admin.send('DELETE', `${birds}/${made.body.id}`)
  expect(await apply(body.id)).toMatchObject({ state: 'applied', create: 1, update: 0 })
})

test('a file that is no CSV, or of another person, is refused', async () => {
  expect(await send('')).toMatchObject({ status: 422, body: { error: 'The file is empty.' } })
  expect(await send('name\r\n"open', '/api/tables/unknown')).toMatchObject({ status: 404 })
  expect((await admin.get(`${birds}/imports/${'a'.repeat(24)}`)).status).toBe(404)
})

test('a file that was never uploaded is an error of the check', async () => {
  const url = `/api/files/${'9'.repeat(24)}`
  const path = '/api/tables/nests'
  const { id } = (await send(`tree,photo\r\nOak,${url}\r\nElm,\r\n`, path)).body
  // A person's imports are checked one after the other.
  const body = await until('the check', async () => {
    const now = (await admin.get(`${path}/imports/${id}`)).body as unknown as Report
    return now.state === 'checking' ? undefined : now
  })
  expect(body).toMatchObject({
    state: 'checked',
    create: 1,
    errors: [{ row: 2, column: 'photo', message: 'Photo names a file that does not exist', value: url }],
  })
})

nightlyTest(
  'rows that cannot be written end in an import that is taken back, not in half of one',
  async () => {
    const before = await stored().countDocuments()
    const rows = Array.from({ length: 450 }, (_, at) => `Gull ${at},G${at}`)
    const body = await upload(`name,ring\r\n${rows.join('\r\n')}\r\n`)
    // The database refuses rows of the third chunk, with an error that is not a refusal of the service.
    await product.db.command({ collMod: 'birds', validator: { ring: { $ne: 'G420' } } })
    await apply(body.id)
    expect(await report(body.id)).toMatchObject({
      state: 'failed',
      failure: 'The import could not be completed, and its changes were undone. Please try again.',
    })
    await product.db.command({ collMod: 'birds', validator: {} })
    expect(await stored().countDocuments()).toBe(before)
    expect((await admin.send('PATCH', `${birds}/imports/${body.id}`, { match: null })).status).toBe(409)
  },
  120_000,
)

// By day imports-job.store.test.ts and job-claims.store.test.ts see it.
nightlyTest('an import that was interrupted goes on where it was, and creates no row twice', async () => {
  // Three chunks of rows.
  const count = 600
  const rows = Array.from({ length: count }, (_, at) => `Finch ${at},F${at}`)
  const body = await upload(`name,ring\r\n${rows.join('\r\n')}\r\n`)
  await admin.post(`${birds}/imports/${body.id}/apply`, {})
  const written = () => stored().countDocuments({ name: /^Finch/ })
  /** Another process takes the job over, until then. */
  const takeOver = (until: Date) =>
    product.db
      .collection('jobs')
      .updateOne({ kind: 'import', state: 'running' }, { $inc: { 'lease.token': 1 }, $set: { 'lease.until': until } })
  await until('the first rows', async () => (await written()) > 50)
  // Another process holds the work, then ends: the remaining work is found by its expired lease.
  await takeOver(new Date(Date.now() + 3_600_000))
  await until('the end of the chunk', async () => (await written()) % 200 === 0)
  await takeOver(new Date(0))
  const done = await until('the end of the import', async () => {
    const now = await report(body.id)
    if (now.state !== 'applied') throw new Error(JSON.stringify(now))
    return now
  })
  expect(done).toMatchObject({ applied: count, errorRows: 0 })
  expect(await written()).toBe(count)
})

/** Where an import of 700 rows is killed: in the command that inserts the third piece of its fourth chunk, or before it reports its third. */
const places = [
  { name: 'when a part of a chunk is written', text: 'Stork 650', written: 650 },
  // The bytes of `done: 600` in a command.
  { name: 'after a chunk is written, before it is reported', text: '\u0010done\0X\u0002\0\0', written: 600 },
]

// By day the test above continues an import, and imports-job.store.test.ts sees that no row is written twice.
test.each(casesOf(places, () => false))(
  'kill -9 of the service in the middle of an import, $name: nothing half, nothing twice',
  async ({ text: before, written }) => {
    const rows = Array.from({ length: 700 }, (_, at) => `Stork ${at},S${at}`)
    const body = await upload(`name,ring\r\n${rows.join('\r\n')}\r\n`)
    const storks = () => stored().countDocuments({ name: /^Stork/ })
    await killBefore(product, admin, before, (caller) => caller.post(`${birds}/imports/${body.id}/apply`, {}))
    expect(await storks()).toBe(written)
    // A colleague changes a row before the import goes on, which leaves it as it is.
    const last = await stored().findOne({ name: `Stork ${written - 1}` })
    expect((await admin.send('PUT', `${birds}/${last?._id}`, { ring: 'By hand' })).status).toBe(200)
    // As if the time of the lease had passed.
    await product.db
      .collection('jobs')
      .updateOne({ kind: 'import', state: 'running' }, { $set: { 'lease.until': new Date(0) } })
    expect(await settled(body.id)).toMatchObject({
      state: 'applied',
      applied: 700,
      create: 700,
      update: 0,
      errorRows: 0,
    })
    expect(await storks()).toBe(700)
    expect(await stored().findOne({ _id: last?._id })).toMatchObject({ ring: 'By hand' })
    const names = (await stored().distinct('name', { name: /^Stork/ })) as string[]
    expect(names).toHaveLength(700)
    await stored().deleteMany({ name: /^Stork/ })
  },
  300_000,
)

test('a workbook is exported, its sheet is chosen, and what it holds is imported', async () => {
  const url = `${product.site}${birds}/export?format=xlsx&columns=id,name,ring,seen_at`
  const exported = await (await fetch(url, { headers: { cookie: cookie() } })).bytes()
  const again = await send(new Uint8Array(exported), birds, 'birds.xlsx')
  expect(again.status).toBe(201)
  const total = await stored().countDocuments()
  expect(await settled(again.body.id)).toMatchObject({ match: 'id', total, unchanged: total, errorRows: 0 })

  const workbook = await writeXlsxFile([
    { sheet: 'Notes', data: [[{ value: 'Remark' }], [{ value: 'none' }]] },
    {
      sheet: 'Birds',
      data: [
        [{ value: 'Name' }, { value: 'Seen At' }],
        [{ value: 'Barn owl' }, { value: new Date('2026-11-28T10:30:00Z'), type: Date, format: 'yyyy-mm-dd hh:mm' }],
      ],
    },
  ]).toBuffer()
  const first = await send(new Uint8Array(workbook), birds, 'birds.xlsx')
  expect(first.body).toMatchObject({ sheets: ['Notes', 'Birds'], sheet: 'Notes', headers: ['Remark'] })
  await settled(first.body.id)
  expect(await change(first.body.id, { sheet: 'Birds' })).toMatchObject({ sheet: 'Birds', create: 1 })
  expect((await admin.send('PATCH', `${birds}/imports/${first.body.id}`, { sheet: 'Fish' })).status).toBe(422)
  expect(await apply(first.body.id)).toMatchObject({ state: 'applied', create: 1 })
  expect(await stored().findOne({ name: 'Barn owl' })).toMatchObject({ seen_at: new Date('2026-11-28T18:30:00Z') })
})
