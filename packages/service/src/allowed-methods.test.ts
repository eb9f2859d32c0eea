import { Elysia } from 'elysia'
import { expect, test } from 'vitest'
import { allowedMethods } from './allowed-methods'

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
