import { expect, test } from 'vitest'
import { noteQuestion } from './early-action'

const seat = 'I would like a seat in "First arrows".'
const click = () => noteQuestion({ target: document.querySelector('a span')! } as unknown as Event)
const message = () => document.querySelector('textarea')!
const show = (hydrated: string) => {
  document.body.innerHTML = `<a href="#ask-lessons" data-ask='${seat}'><span>Ask</span></a>
    <div data-island="contact" ${hydrated}><form><textarea name="message"></textarea></form></div>`
}

test('before the form is hydrated a link to it writes what its message begins with, over nothing that was typed', () => {
  show('')
  click()
  expect(message().value).toBe(seat)
  message().value = 'My own words'
  click()
  expect(message().value).toBe('My own words')
})

test('a hydrated form does so itself', () => {
  show('data-hydrated="true"')
  click()
  expect(message().value).toBe('')
})
