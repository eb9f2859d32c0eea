import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { hours } from '@app/contracts/durations'
import { objectStorage } from '@app/files/object-storage'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileStore, uploadedBytes } from '../../services/admin-tables/src/files/file-store'
import { inboundFiles } from '../../services/forms/src/inbound/inbound-files'
import { runArchiveTool, startArchiveTool } from '../support/archive-tool'
import { type Browser, createBrowser } from '../support/browser'
import { nightlyTest } from '../support/cases'
import { startFaultProxy } from '../support/fault-proxy'
import { command } from '../support/kill-before'
import { type ObjectServer, startObjectServer } from '../support/object-server'
import { adminEmail, type Product, startProduct } from '../support/product'
import { signIn } from '../support/sign-in'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let server: ObjectServer
let product: Product
let admin: Browser
let userId: string

beforeAll(async () => {
  server = await startObjectServer()
  // It takes seconds to elect a leader of one.
  const starting = startProduct({ FILES_S3: server.url }, { pages: false }).then((started) => {
    product = started
  })
  await Promise.all([starting, server.ready])
  admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  userId = String((await product.db.collection('users').findOne({ email: adminEmail }))!._id)
})
afterAll(async () => {
  await product?.stop()
  await server?.stop()
})

const db = () => product.db
const pieces = (name = 'uploads') => db().collection(`${name}.chunks`).countDocuments()
const cookie = () => [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; ')
const headers = () => ({ cookie: cookie(), 'x-requested-with': 'fetch', 'sec-fetch-site': 'same-origin' })
const open = (url: string) => fetch(product.site + url, { headers: headers() })
const read = async (url: string) => Buffer.from(await (await open(url)).arrayBuffer())

async function upload() {
  const answer = await admin.upload('/api/upload/image', picture, 'target.png', 'image/png')
  expect(answer.status).toBe(201)
  return answer.body as { id: string; url: string }
}

/** Stored before the object storage was set up. */
async function storeInDatabase(sizes: readonly number[]) {
  const files = fileStore(db)
  const add = async (size: number) => {
    const bytes = randomBytes(size)
    return { ...(await files.add({ name: 'map.pdf', type: 'application/pdf', bytes, userId })), bytes }
  }
  return Promise.all(sizes.map(add))
}

const tool = (...args: string[]) =>
  runArchiveTool({ MONGODB_URI: product.stack.mongoUri, FILES_S3: server.url, UNSIGNED: '1' }, args)

/** Runs the tool until just before a command reaches the database. */
async function killedBefore(text: string, ...args: string[]) {
  const uri = new URL(product.stack.mongoUri)
  const link = await startFaultProxy({ port: Number(uri.port) })
  uri.port = String(link.port)
  const run = startArchiveTool({ MONGODB_URI: uri.href, FILES_S3: server.url }, args)
  link.killBefore(text, () => run.signal('SIGKILL'))
  try {
    expect((await run.ended).code).toBe('SIGKILL')
  } finally {
    await link.stop()
  }
}

test('an uploaded file is stored in the object storage alone, and read from there', async () => {
  const { id, url } = await upload()
  expect(await server.keys('uploads')).toEqual([`uploads/${id}`])
  expect(await pieces()).toBe(0)
  const answer = await open(url)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture)
})

// By day the uploads prove the storage.
nightlyTest('attachments of incoming mail are stored there, too, and removed with their mail', async () => {
  const files = inboundFiles(db, objectStorage(server.url))
  const mail = new ObjectId()
  const bytes = randomBytes(1_500_000)
  const [id] = await files.add([{ bytes, metadata: { mail, kind: 'raw' } }])
  expect((await files.read([{ id: id!, length: bytes.length }])).get(id!.toHexString())).toEqual(bytes)
  expect(await pieces('inbound_files')).toBe(0)
  expect(await server.keys('inbound_files')).toEqual([`inbound_files/${id}`])
  await files.removeOf([mail])
  expect(await server.keys('inbound_files')).toEqual([])
  expect(await db().collection('inbound_files.files').countDocuments()).toBe(0)
})

test('files are moved there and back while they are read; a kill loses none, and the next run continues', async () => {
  const stored = await storeInDatabase([1, 255 * 1024, 700_000])
  const areReadable = async () => {
    for (const { url, bytes } of stored) expect((await read(url)).equals(bytes)).toBe(true)
  }
  await areReadable()
  await killedBefore(command('delete', 'uploads.chunks'), 'move-files')
  expect(await pieces()).toBe(5)
  await areReadable()
  // As a kill leaves it while pieces are removed.
  await db()
    .collection('uploads.chunks')
    .deleteOne({ files_id: new ObjectId(stored[2]!.id), n: 0 })
  await server.write(`uploads/${stored[2]!.id}`, '')
  expect((await tool('move-files')).said).toContain(`incomplete stay as they are: uploads/${stored[2]!.id}`)
  await objectStorage(server.url).put(`uploads/${stored[2]!.id}`, stored[2]!.bytes)
  expect(await tool('move-files')).toMatchObject({ code: 0, said: expect.stringContaining('Moved: 1 files') })
  expect(await pieces()).toBe(0)
  await areReadable()

  await killedBefore(command('update', 'uploads.chunks'), 'move-files', '--to-database')
  await areReadable()
  const back = await tool('move-files', '--to-database')
  expect(back.said).toContain('Moved: 4 files')
  expect(await server.keys('uploads')).toEqual([])
  await areReadable()
  expect(await tool('move-files')).toMatchObject({ code: 0, said: expect.stringContaining('Moved: 4 files') })
})

nightlyTest('an archive holds the files, so it is restored without the object storage', async () => {
  const { id, url } = await upload()
  const archive = join(product.dataDir, 'with-files.tar.gz')
  expect((await tool('backup', archive)).said).not.toContain('Not in the archive')
  await objectStorage(server.url).remove(`uploads/${id}`)
  expect((await open(url)).status).toBe(500)
  const again = await tool('backup', join(product.dataDir, 'without-file.tar.gz'))
  expect(again.said).toContain(`Not in the archive: the bytes of uploads/${id}`)

  expect(await tool('restore', archive, '--force')).toMatchObject({ code: 0 })
  expect(await read(url)).toEqual(picture)
  // What is in the database is archived as it is, not twice.
  expect(await tool('backup', join(product.dataDir, 'restored.tar.gz'))).toMatchObject({ code: 0 })
  expect((await tool('restore', join(product.dataDir, 'restored.tar.gz'), '--force')).said).toContain('still in')
  expect(await tool('drop-replaced')).toMatchObject({ code: 0 })
  expect(await tool('move-files')).toMatchObject({ code: 0 })
  expect(await server.keys('uploads')).toContain(`uploads/${id}`)
  expect(await read(url)).toEqual(picture)
})

test('an erasure removes objects, and a sweep those that belong to no file', async () => {
  const email = 'signed@example.com'
  const { id, url } = await upload()
  const student = { name: 'Ada', birth_date: '1990-05-01', level: 'beginner', email, waiver: url }
  expect((await admin.post('/api/tables/students', student)).status).toBe(201)
  expect((await admin.post('/api/forms/erasures', { email })).body).toMatchObject({ students: 1 })
  expect(await server.keys('uploads')).not.toContain(`uploads/${id}`)
  expect((await open(url)).status).toBe(404)

  const bytes = uploadedBytes(db, objectStorage(server.url))
  const kept = await server.keys('uploads')
  await server.write(`uploads/${new ObjectId()}`, 'left by a crash')
  expect(await bytes.sweep()).toEqual({ removed: 0, kept: 0 })
  const later = Date.now() + hours(25)
  expect(await bytes.sweep(later)).toEqual({ removed: 1, kept: 0 })
  expect(await server.keys('uploads')).toEqual(kept)
  for (let n = 0; n < 30; n++) await server.write(`uploads/${new ObjectId()}`, 'of another database')
  expect(await bytes.sweep(later)).toEqual({ removed: 0, kept: 30 })
})

test('while the object storage is gone files are unavailable and nothing is half stored', async () => {
  const { url } = await upload()
  const stored = await db().collection('uploads.files').countDocuments()
  await server.stop()
  expect((await open(url)).status).toBe(503)
  const body = new FormData()
  body.set('file', new File([picture], 'target.png', { type: 'image/png' }))
  const refused = await fetch(`${product.site}/api/upload/image`, { method: 'POST', headers: headers(), body })
  expect(refused.status).toBe(503)
  expect(await db().collection('uploads.files').countDocuments()).toBe(stored)
})
