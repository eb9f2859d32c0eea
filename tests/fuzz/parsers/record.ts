import { AppError } from '@app/contracts/errors'
import { payloadForCreate, validateRecord, writableFields } from '@app/table-schema'
import fc from 'fast-check'
import { checkedBody } from '../../../services/admin-tables/src/records/update-record'
import { hostileText, hostileValue, mutatedText, prototypesAreClean } from '../hostile-text'
import { hold, target } from '../target'
import { everyKind, fieldNames } from './tables'

const good = {
  title: 'Beginners',
  code: 'AB-12',
  email: 'zoe@example.com',
  link: 'https://a.example/b',
  note: 'Two\nlines',
  about: '<p>Bring <b>water</b></p>',
  state: 'open',
  seats: 8,
  price: 12.5,
  active: true,
  day: '2026-07-31',
  starts_at: '2026-07-31T10:00:00Z',
  tags: ['new'],
}
const texts = [
  ...Object.values(good).filter((value) => typeof value === 'string'),
  '2026-02-30',
  '24:00',
  '1e5',
  'javascript:x',
]
const value = fc.oneof(
  mutatedText(texts),
  hostileText(['a', '<b>', '2026', '-']),
  hostileValue,
  fc.constantFrom<unknown>(...Object.values(good)),
)
const body = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(...fieldNames, 'id', 'created_at', 'unheard_of', '$set', 'a.b'), value), {
        maxLength: 5,
      })
      .map((entries) => ({ ...good, ...Object.fromEntries(entries) })),
  },
  { weight: 1, arbitrary: hostileValue },
)

const writable = new Set(writableFields(everyKind).map(([name]) => name))

/** The invariants of stored records, independent of the code under test. */
export function keepsRules(stored: Record<string, unknown>) {
  const text = (name: string) => (stored[name] === null ? undefined : stored[name])
  const is = (name: string, holds: (value: never) => boolean) => {
    const value = text(name)
    hold(
      value === undefined || holds(value as never),
      `${name} is kept although the rules refuse it: ${JSON.stringify(value)}`,
    )
  }
  hold(
    Object.keys(stored).every((name) => writable.has(name)),
    'a read-only field is kept',
  )
  hold(typeof stored['title'] === 'string' && stored['state'] !== null, 'a required field is empty')
  is('title', (one: string) => Array.from(one).length >= 2 && Array.from(one).length <= 40)
  is('code', (one: string) => /^[A-Z]{2}-[0-9]{1,4}$/.test(one))
  is('email', (one: string) => /^[^\s,;<>@]+@[^\s,;<>@]+\.[^\s,;<>@]+$/.test(one))
  is('link', (one: string) => /^https?:\/\//i.test(one))
  is('about', (one: string) => !/<(?!\/?(?:p|br|b|i|u|a|ul|ol|li|h2|h3)\b)/.test(one) && !/<[^>]*\son/i.test(one))
  is('state', (one: string) => one === 'open' || one === 'closed')
  is('seats', (one: number) => Number.isInteger(one) && one >= 0 && one <= 30)
  is('price', (one: number) => Number.isFinite(one) && one >= -1.5)
  is('active', (one: unknown) => typeof one === 'boolean')
  is('day', (one: string) => new Date(`${one}T00:00:00Z`).toISOString().startsWith(one))
  is('starts_at', (one: string) => new Date(one).toISOString() === one)
  is('tags', (one: unknown[]) => one.every((tag) => tag === 'new' || tag === 'kids'))
}

export const record = target({
  name: 'record',
  input: body,
  check(given) {
    try {
      const checked = checkedBody(everyKind, given)
      const errors = validateRecord(everyKind, checked)
      if (Object.keys(errors).length > 0) return false
      const stored = payloadForCreate(everyKind, checked)
      keepsRules(stored)
      hold(Object.keys(validateRecord(everyKind, stored)).length === 0, 'what is kept would be refused')
      hold(
        JSON.stringify(payloadForCreate(everyKind, stored)) === JSON.stringify(stored),
        'it is not kept again as it is',
      )
      return true
    } catch (error) {
      hold(error instanceof AppError, String(error))
      hold(error.code === 'invalid_input' || error.code === 'invalid_request', `refused as ${error.code}`)
      return false
    } finally {
      hold(prototypesAreClean(), 'something reached what all objects share')
    }
  },
})
