import type { ContactField } from '@app/contracts/forms'
import { createStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { answers, silence } from '#testing/answers'
import {
  askAboutAtom,
  contactDisplayAtom,
  contactValuesAtom,
  editContactAtom,
  submitContactAtom,
} from './contact.atoms'

const path = '/api/forms/submit'
const blank = createStore().get(contactValuesAtom)
const message = {
  ...blank,
  name: 'Ada',
  email: 'ada@example.com',
  interest: 'Other',
  message: 'How long is a class?',
}

afterEach(() => vi.unstubAllGlobals())

function setup() {
  const store = createStore()
  for (const [name, value] of Object.entries(message)) store.set(editContactAtom, name as ContactField, value)
  return store
}

test('the interest is chosen and the rest stays', () => {
  const store = setup()
  store.set(askAboutAtom, 'Bow Building')
  expect(store.get(contactValuesAtom)).toEqual({ ...message, interest: 'Bow Building' })
})

test('after a message was sent a new one begins', async () => {
  answers({ [path]: [200, { success: true, message: 'Thank you.' }] })
  const store = setup()
  await store.set(submitContactAtom)
  store.set(askAboutAtom, 'Bow Building')
  expect(store.get(contactDisplayAtom)).toEqual({ kind: 'idle' })
  expect(store.get(contactValuesAtom)).toEqual({ ...blank, interest: 'Bow Building' })
})

test('a message on its way is left alone', () => {
  answers({ [path]: silence })
  const store = setup()
  store.set(submitContactAtom)
  store.set(askAboutAtom, 'Bow Building')
  expect(store.get(contactValuesAtom)).toEqual(message)
})
