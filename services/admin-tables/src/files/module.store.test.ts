import type { TableSchema } from '@app/table-schema'
import { expect, test } from 'vitest'
import { testApp } from '../test-app.fixture'

const setup = testApp()

const coaches: TableSchema = { name: 'coaches', properties: { photo: { type: 'string', format: 'image' } } }
const bows: TableSchema = { name: 'bows', properties: { picture: { type: 'string', format: 'image' } } }
const notes: TableSchema = { name: 'notes', properties: { text: { type: 'string' } } }

const upload = () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const body = new FormData()
  body.set('file', new File([Buffer.from(png, 'base64')], 'target.png', { type: 'image/png' }))
  return { method: 'POST', body, headers: { 'x-requested-with': 'test' } }
}

async function desk(rights: Record<string, 'view' | 'edit'>) {
  const { send, put } = await setup({ tables: [coaches, bows, notes], rights })
  const add = async (who: string) => {
    const answer = await send('/api/upload/image', { who, ...upload() })
    return { status: answer.status, url: String(((await answer.json()) as { url?: string }).url) }
  }
  const open = async (url: string, who = 'sam') => (await send(url, { who })).status
  const create = async (table: 'coaches' | 'bows', url: string, who = 'sam') => {
    const body = table === 'coaches' ? { photo: url } : { picture: url }
    const answer = await send(`/api/tables/${table}`, { who, method: 'POST', body })
    return { status: answer.status, ...((await answer.json()) as { fields?: Record<string, string> }) }
  }
  return { add, open, create, put }
}

test.each([
  [{ coaches: 'edit' }, 201],
  [{ coaches: 'view' }, 403],
  [{ notes: 'edit' }, 403],
  [{}, 403],
] as const)('staff with %o upload: %s', async (rights, status) => {
  const { add } = await desk(rights)
  expect((await add('sam')).status).toBe(status)
})

test('staff open the files of records that they may see, and no others', async () => {
  const { add, open, create } = await desk({ coaches: 'view' })
  const [shown, hidden, loose] = [await add('ada'), await add('ada'), await add('ada')]
  expect((await create('coaches', shown.url, 'ada')).status).toBe(201)
  expect((await create('bows', hidden.url, 'ada')).status).toBe(201)
  expect([await open(shown.url), await open(hidden.url), await open(loose.url)]).toEqual([200, 404, 404])
  expect([await open(hidden.url, 'ada'), await open(loose.url, 'ada')]).toEqual([200, 200])
  expect([await open(shown.url, 'ben'), await open(shown.url, '')]).toEqual([403, 401])
})

test('staff open their own upload until a record refers to it; then the right on its table decides', async () => {
  const { add, open, create, put } = await desk({ coaches: 'edit' })
  const own = await add('sam')
  expect(await open(own.url)).toBe(200)
  expect((await create('coaches', own.url)).status).toBe(201)
  expect(await open(own.url)).toBe(200)
  // As after the end of a right: the record of a table that sam does not see has the upload.
  const former = await add('sam')
  await put({ id: 'f'.repeat(24), picture: former.url }, 'bows')
  expect(await open(former.url)).toBe(404)
})

test('a file of another table cannot be drawn into one that the writer sees', async () => {
  const { add, open, create } = await desk({ coaches: 'edit' })
  const secret = await add('ada')
  await create('bows', secret.url, 'ada')
  expect(await create('coaches', secret.url)).toMatchObject({
    status: 422,
    fields: { photo: 'Photo names a file that does not exist' },
  })
  expect((await create('coaches', `/api/files/${'9'.repeat(24)}`)).status).toBe(422)
  expect(await open(secret.url)).toBe(404)
})

test('a file is served as an attachment in a sandbox, with its name encoded', async () => {
  const { send } = await setup({ tables: [coaches] })
  const { body, ...request } = upload()
  const picture = body.get('file') as File
  body.set('file', new File([picture], "Zoë's target.png", { type: 'image/png' }))
  const { url } = (await (await send('/api/upload/image', { ...request, body })).json()) as { url: string }
  const { headers } = await send(url)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `attachment; filename="file"; filename*=UTF-8''Zo%C3%AB%27s%20target.png`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})
