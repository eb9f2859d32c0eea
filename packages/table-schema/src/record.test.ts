import { expect, test } from 'vitest'
import { initialValues } from './record'

test('a new record starts with defaults, else with the blank of each type, without read-only fields', () => {
  const options = ['a']
  const properties = {
    id: { type: 'string' },
    text: { type: 'string' },
    count: { type: 'integer' },
    price: { type: 'number' },
    active: { type: 'boolean' },
    agreed: { type: 'string', format: 'checkbox' },
    tags: { type: 'array' },
    chosen: { type: 'array', default: options },
    nothing: { type: 'number', default: null },
    level: { type: 'string', default: 'beginner' },
    state: { type: 'string', readOnly: true },
    updated_at: { type: 'string' },
  }
  const values = initialValues({ name: 't', properties })
  expect(values).toEqual({
    text: '',
    count: 0,
    price: 0,
    active: false,
    agreed: false,
    tags: '',
    chosen: ['a'],
    nothing: null,
    level: 'beginner',
  })
  expect(values.chosen).not.toBe(options)
})
