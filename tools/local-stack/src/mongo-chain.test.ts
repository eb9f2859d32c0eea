import { expect, test } from 'vitest'
import { chooseMongo, type MongoServer, type MongoWay } from './mongo-chain'

const server: MongoServer = { uri: 'mongodb://127.0.0.1/archery' }
const way = (id: string, found: MongoServer | string | Error | undefined, binding = false): MongoWay => ({
  id,
  title: id.toUpperCase(),
  binding,
  find: async () => {
    if (found instanceof Error) throw found
    return found
  },
})
const noData = () => false

test('the first way that answers is taken, and why the ones before were not is told', async () => {
  const ways = [
    way('given', 'not set', true),
    way('path', 'none'),
    way('download', new Error('no answer\n at line 1')),
    way('pypi', server),
    way('last', server),
  ]
  expect(await chooseMongo(ways, noData)).toMatchObject({
    way: { id: 'pypi' },
    why: 'GIVEN: not set; PATH: none; DOWNLOAD: no answer',
  })
})

test('a way that goes without saying is passed over in silence', async () => {
  expect(await chooseMongo([way('download', undefined), way('pypi', server)], noData)).toMatchObject({ why: '' })
})

test('data of an earlier start is served by the server that wrote it', async () => {
  const ways = [way('given', 'not set', true), way('path', server), way('pypi', server)]
  expect(await chooseMongo(ways, (id) => id === 'pypi')).toMatchObject({
    way: { id: 'pypi' },
    why: 'it holds the data of this folder',
  })
})

test('an address that was asked for goes before everything, and no other is taken when it is silent', async () => {
  expect((await chooseMongo([way('given', server, true), way('pypi', server)], (id) => id === 'pypi')).way.id).toBe(
    'given',
  )
  await expect(
    chooseMongo([way('given', new Error('does not answer'), true), way('pypi', server)], noData),
  ).rejects.toThrow('does not answer')
})

test('when none is to be had, every reason is told', async () => {
  await expect(chooseMongo([way('path', 'none'), way('pypi', new Error('no Python'))], noData)).rejects.toThrow(
    /PATH: none\n.*PYPI: no Python/,
  )
})
