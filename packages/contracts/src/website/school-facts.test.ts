import { expect, test } from 'vitest'
import { contactFields } from '../forms'
import { factPlaceholders, factValues, refuseFactNames, shippedFacts } from './school-facts'

const values = factValues({ facts: { ...shippedFacts, phone: '(555) 010-0199' }, prices: { party: 350 } })

test('facts of the school have names of their own in mails, and those of earlier releases besides', () => {
  expect(values).toMatchObject({
    school: shippedFacts.name,
    school_email: shippedFacts.email,
    school_phone: '(555) 010-0199',
    phone: '(555) 010-0199',
    'school_students:count': values['students:count'],
    'price:birthday': '$350',
  })
  // Those are the reader's.
  expect(Object.keys(values)).not.toEqual(expect.arrayContaining(['name']))
  expect(Object.keys(values)).not.toEqual(expect.arrayContaining(['email']))
})

test('no field of the contact form has the name of a fact: its placeholder would silently mean another value', () => {
  expect(() => refuseFactNames(contactFields)).not.toThrow()
  for (const name of ['phone', 'school_phone', 'response_hours'])
    expect(() => refuseFactNames([...contactFields, name])).toThrow(name)
  expect(factPlaceholders.length).toBeGreaterThan(30)
})
