import { expect, test } from 'vitest'
import { chooseMongo, type MongoProvider, type MongoServer } from './choose-mongo'

const server: MongoServer = { uri: 'mongodb://127.0.0.1/archery' }
const provider = (id: string, found: MongoServer | string | Error | undefined, binding = false): MongoProvider => ({
  id,
  title: id.toUpperCase(),
  binding,
  find: async () => {
    if (found instanceof Error) throw found
    return found
  },
})
const noData = () => false

test('the first provider with a server is taken, with the reasons the earlier ones were not', async () => {
  const providers = [
    provider('given', 'not set', true),
    provider('path', 'none'),
    provider('download', new Error('no answer\n at line 1')),
    provider('pypi', server),
    provider('last', server),
  ]
  expect(await chooseMongo(providers, noData)).toMatchObject({
    provider: { id: 'pypi' },
    why: 'GIVEN: not set; PATH: none; DOWNLOAD: no answer',
  })
})

test('a provider without a reason is skipped silently', async () => {
  expect(await chooseMongo([provider('download', undefined), provider('pypi', server)], noData)).toMatchObject({
    why: '',
  })
})

test('data of an earlier start is served by the server that wrote it', async () => {
  const providers = [provider('given', 'not set', true), provider('path', server), provider('pypi', server)]
  expect(await chooseMongo(providers, (id) => id === 'pypi')).toMatchObject({
    provider: { id: 'pypi' },
    why: 'it has the data of earlier starts',
  })
})

test('a configured address comes first, and no other provider is tried when it does not answer', async () => {
  expect(
    (await chooseMongo([provider('given', server, true), provider('pypi', server)], (id) => id === 'pypi')).provider.id,
  ).toBe('given')
  await expect(
    chooseMongo([provider('given', new Error('does not answer'), true), provider('pypi', server)], noData),
  ).rejects.toThrow('does not answer')
})

test('when none is available, every reason is named', async () => {
  await expect(
    chooseMongo([provider('path', 'none'), provider('pypi', new Error('no Python'))], noData),
  ).rejects.toThrow(/PATH: none\n.*PYPI: no Python/)
})
