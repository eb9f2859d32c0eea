import { shippedFacts } from '@app/contracts/website/school-facts'
import { expect, test } from 'vitest'
import { schoolValues } from './school-values'

const former = { school: 'Oak Hill', booking_url: 'https://book.oakhill.example' }
const published = (change: object = {}) => ({ facts: { ...shippedFacts, ...change }, prices: { party: 375 } })

test('mails say what the website says', () => {
  const values = schoolValues({}, published({ name: 'North Range', phone: '(555) 010-0199' }))
  expect(values).toMatchObject({
    ...{ school: 'North Range', phone: '(555) 010-0199', 'price:birthday': '$375', 'price:team': '' },
    ...{ school_email: shippedFacts.email, booking_url: shippedFacts.links.booking, response_hours: '24' },
  })
  // They are of the person that a mail is about.
  for (const name of ['name', 'email']) expect(values).not.toHaveProperty(name)
})

test('what an earlier release kept in its settings holds until the school publishes another name', () => {
  expect(schoolValues(former, published())).toMatchObject(former)
  expect(schoolValues(former, published({ name: 'North Range' }))).toMatchObject({
    ...{ school: 'North Range', booking_url: former.booking_url },
  })
  expect(schoolValues(former, undefined)).toEqual(former)
  expect(schoolValues(undefined, undefined)).toEqual({ school: '', booking_url: '' })
})

test('a school that has published nothing sends no phone number or place of the sample school under its own name', () => {
  const sample = { ...published(), isSample: true as const }
  const values = schoolValues(former, sample)
  expect(values).toMatchObject({
    ...former,
    ...{ phone: '', school_email: '', towns: '', response_hours: '24', 'price:birthday': '$375' },
  })
  for (const fact of [shippedFacts.phone, shippedFacts.email, shippedFacts.places[0]!.town])
    expect(JSON.stringify(values)).not.toContain(fact)
  // The sample school itself is consistent.
  for (const form of [{}, { school: shippedFacts.name }])
    expect(schoolValues(form, sample)).toMatchObject({ school: shippedFacts.name, phone: shippedFacts.phone })
})
