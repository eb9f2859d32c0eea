import contactForm from '@app/contracts/contact-form.json'
import { cpuMs } from '@app/contracts/testing/cpu-ms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { patterns } from './pattern'
import type { FieldSchema } from './schema'
import { validateField, validateRecord } from './validate'
import { asEntered, fieldValidation, isBlank, lengthOf } from './validation'

const inquiry = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  interest: 'Lessons',
  message: 'Do you teach beginners?',
}
const check = (field: FieldSchema, value: unknown, required = false) => validateField(field, 'Title', required, value)

test('a full contact form has no errors', () => {
  expect(validateRecord(contactForm, inquiry)).toStrictEqual({})
})

test.each([undefined, null, '', '  \n', []])('an empty value (%j) of a required field is named', (value) => {
  if (!Array.isArray(value)) expect(check({ type: 'string' }, value, true)).toBe('Title is required')
  if (!value)
    expect(check({ type: 'boolean' }, value ?? null, true)).toBe(
      value === '' ? 'Title must be a boolean' : 'Title is required',
    )
  expect(check({ type: 'array' }, value, true)).toBe('Title is required')
})

test('a text without a visible character is empty; a list is no number and no boolean', () => {
  for (const text of ['\u200b', '\u00ad \u2060', '\u3164'])
    expect(check({ type: 'string' }, text, true)).toBe('Title is required')
  expect(check({ type: 'string' }, '\u200bx', true)).toBeUndefined()
  expect(check({ type: 'number' }, [])).toBe('Title must be a number')
  expect(check({ type: 'integer' }, [])).toBe('Title must be a number')
  expect(check({ type: 'boolean' }, [])).toBe('Title must be a boolean')
})

test('options and references are listed once; references are ids', () => {
  const teaches = { type: 'array', items: { enum: ['a', 'b'] } }
  expect(check(teaches, ['a', 'b'])).toBeUndefined()
  expect(check(teaches, ['a', 'a'])).toBe('Title contains the same entry twice')
  const [one, other] = ['6b0144c8eeb0df06111a9a1e', '6b0144c8eeb0df06111a9a1f']
  const students = { type: 'array', items: { format: 'reference', table: 'students' }, maxItems: 1 }
  expect(check(students, [one])).toBeUndefined()
  expect(check(students, [one, other])).toBe('Title cannot have more than 1 entry')
  expect(check(students, ['Ada'])).toBe('Title contains invalid options')
  expect(check({ type: 'string', format: 'reference', table: 'students' }, one)).toBeUndefined()
  expect(check({ type: 'string', format: 'reference', table: 'students' }, one.toUpperCase())).toBe(
    'Title is not valid',
  )
})

test.each(['0000-01-01', '0999-12-31', '0000-01-01T00:00:00Z'])('the date %s is refused', (text) => {
  const format = text.length === 10 ? 'date' : 'date-time'
  expect(check({ type: 'string', format }, text)).toBe('Title must be a valid date')
})

test.each(['string', 'number', 'integer', 'boolean', 'array'])(
  'an optional %s may be empty, whatever else it demands',
  (type) => {
    const field = { type, format: 'email', minLength: 5, minimum: 5, pattern: '^x$', enum: ['x'] }
    for (const value of type === 'boolean' ? [undefined, null] : [undefined, null, ''])
      expect(check(field, value)).toBeUndefined()
  },
)

test('an empty list is nothing to store in a list, and where the type is not known', () => {
  const isEmptyList = (type: string) => isBlank({ type }, [])
  expect(['array', 'mystery', 'string', 'boolean'].filter(isEmptyList)).toEqual(['array', 'mystery'])
})

test('a text without a pattern matches, however patterns are read', () => {
  const validate = fieldValidation({ matches: () => false, entered: asEntered })
  expect(validate({ type: 'string' }, 'Title', true, 'x')).toBeUndefined()
  expect(validate({ type: 'string', pattern: 'x' }, 'Title', true, 'x')).toBe('Title is not valid')
})

test('a rich text without a word is empty', () => {
  const about = { type: 'string', format: 'rich_text' }
  for (const html of ['<p></p>', '<p> <br></p>', '<ul><li>&nbsp;</li></ul>']) {
    expect(check(about, html, true)).toBe('Title is required')
  }
  expect(check(about, '<p>x</p>', true)).toBeUndefined()
  expect(check({ type: 'string' }, '<p></p>', true)).toBeUndefined()
})

test('a missing field of the contact form is reported by its title', () => {
  expect(validateRecord(contactForm, {})).toEqual({
    name: 'Full Name is required',
    email: 'Email is required',
    interest: 'Interest is required',
    message: 'Message is required',
  })
})

test('a required boolean may be false', () => {
  expect(check({ type: 'boolean' }, false, true)).toBeUndefined()
  expect(check({ type: 'string', format: 'checkbox' }, true, true)).toBeUndefined()
})

test.each<[string, FieldSchema, unknown]>([
  ['Title must be a boolean', { type: 'boolean' }, 'true'],
  ['Title must be a boolean', { type: 'string', format: 'checkbox' }, 1],
  ['Title must be a number', { type: 'number' }, '12'],
  ['Title must be a number', { type: 'number' }, Number.NaN],
  ['Title must be a number', { type: 'integer' }, Number.POSITIVE_INFINITY],
  ['Title must be an integer', { type: 'integer' }, 1.5],
  ['Title must be an integer', { type: 'integer' }, 2 ** 53],
  ['Title must be a number', { type: 'number' }, JSON.parse('9007199254740993')],
  ['Title cannot be less than 8', { type: 'integer', minimum: 8 }, 7],
  ['Title cannot be greater than 99.5', { type: 'number', maximum: 99.5 }, 99.6],
  ['Title must be a string', { type: 'string' }, 12],
  ['Title must be a string', { type: 'string' }, { $gt: '' }],
  ['Title must be a string', { type: 'string', enum: ['a'] }, ['a']],
  ['Title is not a valid email', { type: 'string', format: 'email' }, 'ada@'],
  ['Title must be a valid date', { type: 'string', format: 'date' }, '2026-02-30'],
  ['Title must be a valid date', { type: 'string', format: 'date' }, '2026-13-01'],
  ['Title must be a valid date', { type: 'string', format: 'date' }, '2026-05-01T10:00:00Z'],
  ['Title must be a valid date', { type: 'string', format: 'date-time' }, '2026-05-01T10:00'],
  ['Title must be a valid date', { type: 'string', format: 'date-time' }, '2026-05-01T25:00:00Z'],
  // The year 10000 in UTC.
  ['Title must be a valid date', { type: 'string', format: 'date-time' }, '9999-12-31T23:59:59-08:00'],
  ['Title must be at least 2 characters', { type: 'string', minLength: 2 }, 'A '],
  ['Title cannot exceed 3 characters', { type: 'string', maxLength: 3 }, 'Zoës'],
  ['Title must be an array', { type: 'array' }, 'a'],
  ['Title contains invalid options', { type: 'array', items: { enum: ['a', 'b'] } }, ['a', 'c']],
  ['Title contains invalid options', { type: 'array' }, [{ $gt: '' }]],
  ['Title contains invalid options', { type: 'array' }, [Number.NaN]],
  ['Title contains invalid options', { type: 'array' }, ['two\nlines']],
  ['Title contains invalid options', { type: 'array', items: { format: 'reference' } }, [1]],
  ['Title is not valid', { type: 'string', pattern: '^[0-9]{5}$' }, '1234'],
  ['Title is not valid', { type: 'string', pattern: patterns.phone }, 'call me'],
  ['Title is not valid', { type: 'string', format: 'uri' }, 'javascript:alert(1)'],
  ['Title is not valid', { type: 'string', format: 'uri' }, 'https://'],
  ['Title is not valid', { type: 'string', format: 'file' }, 'https://evil.example/a.pdf'],
  ['Title is not valid', { type: 'string', format: 'image' }, 'https://evil.example/a.png'],
  ['Title must be one of the valid options', { type: 'string', enum: ['Lessons'] }, 'lessons'],
])('%s: %j refuses %j', (message, field, value) => {
  expect(check(field, value)).toBe(message)
})

test.each<[FieldSchema, unknown]>([
  [{ type: 'string', format: 'date' }, '2028-02-29'],
  [{ type: 'string', format: 'date-time' }, '2026-05-01T10:00:00.000Z'],
  [{ type: 'string', format: 'date-time' }, '2026-03-08T02:30:00-08:00'],
  [{ type: 'string', format: 'uri' }, 'https://school.example/events?id=1'],
  [{ type: 'integer', minimum: 8, maximum: 8 }, 8],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, ['b']],
  [{ type: 'string', format: 'file' }, `/api/files/${'0'.repeat(24)}`],
  [{ type: 'string', format: 'image' }, `/api/files/${'0'.repeat(24)}`],
  [{ type: 'string', format: 'email' }, ' Ada@Example.com '],
  // One letter in both notations, whichever the pattern is written in.
  [{ type: 'string', pattern: '^\u00e9$' }, 'e\u0301'],
  [{ type: 'array' }, ['a', 1, 2.5]],
  [{ type: 'mystery' }, { any: 'thing' }],
  [{ type: 'mystery' }, null],
])('%j takes %j', (field, value) => {
  expect(check(field, value, true)).toBeUndefined()
})

test('limits count code points after NFC, both ends included', () => {
  const name = { type: 'string', minLength: 2, maxLength: 100 }
  expect(check(name, '🏹'.repeat(100))).toBeUndefined()
  expect(check(name, '🏹'.repeat(101))).toBe('Title cannot exceed 100 characters')
  expect(check(name, '🏹🏹')).toBeUndefined()
  expect(check(name, '🏹')).toBe('Title must be at least 2 characters')
  expect(lengthOf('e\u0301')).toBe(1)
  expect(lengthOf('\ud83c 🏹🎯 \udfff')).toBe(6)
})

test.each(['\r\nBcc: a@b.co', 'a\u0000b', 'a\u0085b', 'a\u2028b', '\ud83c and half a pair'])(
  'a line refuses %j',
  (text) => {
    expect(check({ type: 'string' }, `x${text}`)).toBe('Title is not valid')
  },
)

test('a text of several lines may hold line breaks and tabs, and no other control character', () => {
  for (const format of ['textarea', 'rich_text']) {
    expect(check({ type: 'string', format }, 'Hello\r\n\tthere 👨‍👩‍👧')).toBeUndefined()
    expect(check({ type: 'string', format }, 'Hello\u0007')).toBe('Title is not valid')
  }
})

test('an address is written in small letters where one is asked for, and elsewhere as it was entered', () => {
  expect(asEntered({ type: 'string', format: 'email' }, ' Ada@Example.com ')).toBe('ada@example.com')
  expect(asEntered({ type: 'string' }, ' Ada@Example.com ')).toBe('Ada@Example.com')
})

test('read-only fields and those that every record has are not checked', () => {
  const properties = {
    id: { type: 'string' },
    state: { type: 'string', readOnly: true },
    created_at: { type: 'string' },
  }
  expect(validateRecord({ name: 't', required: ['id', 'state', 'created_at'], properties }, { state: 1 })).toEqual({})
})

test('what a record inherits is no value of its', () => {
  const properties = { note: { type: 'string' } }
  expect(validateRecord({ name: 't', required: ['note'], properties }, Object.create({ note: 'x' }))).toEqual({
    note: 'Note is required',
  })
})

test('any value gets a message or none, never an exception, and surrounding blanks do not matter', () => {
  const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'odd')
  const formats = fc.constantFrom(undefined, 'email', 'date', 'date-time', 'uri', 'textarea', 'rich_text', 'checkbox')
  fc.assert(
    fc.property(types, formats, fc.anything(), fc.boolean(), (type, format, value, required) => {
      expect(check({ type, format }, value, required) ?? 'Title ').toMatch(/^Title /)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const field = { type: 'string', format: 'textarea', minLength: 3, maxLength: 8 }
      expect(check(field, `  ${text} `)).toBe(check(field, text))
    }),
  )
})

test('hostile texts are validated in linear time', () => {
  const started = cpuMs()
  for (const format of ['email', 'date', 'date-time', 'uri', 'textarea'])
    for (const text of ['a', '@', 'a.', 'a-', '1', 'http://', '\t'])
      check({ type: 'string', format, maxLength: 1000 }, `${text.repeat(10_000)}!`)
  expect(cpuMs() - started).toBeLessThan(500)
})

test('a field whose pattern is slow elsewhere is checked at once', () => {
  const field = { type: 'string', pattern: '^(?:[A-Za-z]?){28}x$', maxLength: 100 } as const
  const startedAt = cpuMs()
  expect(validateField(field, 'Code', false, 'a'.repeat(28))).toBe('Code is not valid')
  expect(cpuMs() - startedAt).toBeLessThan(500)
  expect(validateField(field, 'Code', false, 'aax')).toBeUndefined()
})

test('a free list may name the same entry twice; options and references may not, nor may a list be longer than its limit', () => {
  const twice = 'Title contains the same entry twice'
  expect(check({ type: 'array', items: { type: 'string' } } as FieldSchema, ['a', 'a'])).toBeUndefined()
  expect(check({ type: 'array', items: { type: 'number' } } as FieldSchema, [1, 1])).toBeUndefined()
  expect(check({ type: 'array', items: { enum: ['a', 'b'] } } as FieldSchema, ['a', 'a'])).toBe(twice)
  const ids = ['a'.repeat(24), 'a'.repeat(24)]
  expect(check({ type: 'array', items: { type: 'string', format: 'reference' } } as FieldSchema, ids)).toBe(twice)
  const limited = { type: 'array', items: { type: 'string' }, maxItems: 2 } as FieldSchema
  expect(check(limited, ['a', 'b'])).toBeUndefined()
  expect(check(limited, ['a', 'b', 'c'])).toBe('Title cannot have more than 2 entries')
  expect(check({ ...limited, maxItems: 1 }, ['a', 'b'])).toBe('Title cannot have more than 1 entry')
})
