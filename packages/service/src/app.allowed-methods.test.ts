import { Elysia } from 'elysia'
import { expect, test } from 'vitest'
import { allowedMethods, isTakenByOther } from './app'

const app = new Elysia()
  .get('/passkeys', () => '')
  .post('/passkeys', () => '')
  .post('/passkeys/options', () => '')
  .put('/passkeys/:id', () => '')
  .delete('/passkeys/:key', () => '')
  .get('/a.b/:id', () => '')
const methodsAt = allowedMethods(() => app)

test.each([
  ['/passkeys', ['GET', 'HEAD', 'POST']],
  ['/passkeys/options', ['POST']],
  ['/passkeys/7', ['DELETE', 'PUT']],
  ['/a.b/1', ['GET', 'HEAD']],
  ['/axb/1', []],
  ['/passkeys/7/more', []],
  ['/nowhere', []],
])('%s has the methods %j of its most specific pattern', (path, methods) => {
  expect(methodsAt(path)).toEqual(methods)
})

test('a path of fixed parts is not one of a pattern that only has another method', () => {
  const all = ['/passkeys', '/passkeys/options', '/passkeys/:id', '/:table/batches/:id', '/:table/:id/history']
  expect(isTakenByOther('/passkeys/:id', all)({ id: 'options' })).toBe(true)
  expect(isTakenByOther('/passkeys/:id', all)({ id: '7' })).toBe(false)
  expect(isTakenByOther('/passkeys/options', all)({})).toBe(false)
  // Neither is more specific than the other.
  expect(isTakenByOther('/:table/batches/:id', all)({ table: 'lessons', id: 'history' })).toBe(false)
})
