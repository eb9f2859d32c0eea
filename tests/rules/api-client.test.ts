import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { clientModule, openApiDocument } from '@app/api-reference'
import { callDocs } from '@app/contracts/calls'
import { afterAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'api-client-'))
afterAll(() => rmSync(folder, { recursive: true }))
const written = clientModule(openApiDocument('https://school.example'))
writeFileSync(join(folder, 'archery-client.ts'), written)

/** What the compiler says about a program that uses the client. */
async function compile(name: string, text: string): Promise<string> {
  writeFileSync(join(folder, `${name}.ts`), `declare const process: { env: Record<string, string> }\n${text}`)
  const options = [
    '--strict',
    '--target',
    'esnext',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--lib',
    'esnext,dom',
  ]
  const compiler = join(root, 'node_modules/.bin/tsc')
  const child = Bun.spawn([compiler, '--noEmit', ...options, `${name}.ts`], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const said = await new Response(child.stdout).text()
  expect((await child.exited) === 0).toBe(said === '')
  return said
}

test('the client has a method for each call, and the program of the guide compiles against it', async () => {
  for (const { call } of callDocs) expect(written).toContain(`  ${call.id}: { input: `)
  const [, program = ''] = /```ts client\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/api.md'), 'utf8')) ?? []
  expect(program).toContain('createClient')
  expect(await compile('guide', program)).toBe('')
})

test('a program that leaves out what a call needs, or expects what it does not return, does not compile', async () => {
  const start =
    "import { createClient } from './archery-client'\nconst api = createClient({ origin: 'x', secret: 'y' })\n"
  const said = await compile(
    'wrong',
    `${start}await api.listRecords({})\nconst [one] = (await api.readEvents()).data\nconsole.log(one!.type === 'record.exploded')\nawait api.listEverything()\n`,
  )
  expect(said.match(/^wrong\.ts\(\d+/gm)).toEqual(['wrong.ts(4', 'wrong.ts(6', 'wrong.ts(7'])
})

test('the client sends the secret, path and query, and reports an error with its code', async () => {
  const seen: { url: string; secret: string | null }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      seen.push({
        url: new URL(request.url).pathname + new URL(request.url).search,
        secret: request.headers.get('authorization'),
      })
      const isKnown = request.url.includes('/lessons')
      return Response.json(isKnown ? { data: [] } : { error: 'Not found.', code: 'not_found', requestId: 'r1' }, {
        status: isKnown ? 200 : 404,
      })
    },
  })
  try {
    const { createClient } = await import(join(folder, 'archery-client.ts'))
    const api = createClient({ origin: server.url.href, secret: 'archery_x' })
    expect(
      await api.listRecords({ path: { table: 'lessons' }, query: { limit: 5, filters: { seats__gte: 4 } } }),
    ).toEqual({ data: [] })
    expect(seen).toEqual([{ url: '/api/tables/lessons?limit=5&seats__gte=4', secret: 'Bearer archery_x' }])
    await expect(api.listRecords({ path: { table: 'a/b' } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
      requestId: 'r1',
    })
    expect(seen[1]!.url).toBe('/api/tables/a%2Fb')
  } finally {
    await server.stop(true)
  }
})
