import { cleanRichText } from '@app/rich-text/clean-rich-text'
import { expect, test } from 'vitest'
import { lessons } from '../seed/school'
import { idByName, lessonChange, notesWithName } from './lesson-instructors'

const idOf = idByName([
  { id: 'zoe', name: 'Zoë Quinn' },
  { id: 'sam-1', name: 'Sam Aziz' },
  { id: 'sam-2', name: 'sam  aziz' },
  { id: 'nameless', name: null },
])

test.each([' zoe quinn', 'ZOË  QUINN'])('case, accents and spacing do not matter: %j', (instructor) => {
  expect(lessonChange({ instructor, notes: '<p>Own bow.</p>' }, idOf, lessons)).toEqual({ instructor: 'zoe' })
})

test.each(['Sam Aziz', 'Zoë', 'Robin Hale'])('an unknown or ambiguous name goes into the notes: %j', (instructor) => {
  expect(lessonChange({ instructor, notes: '<p>Own bow.</p>' }, idOf, lessons)).toEqual({
    instructor: null,
    notes: `<p>Own bow.</p><p>Instructor: ${instructor}</p>`,
  })
})

test('an empty name leaves nothing behind', () => {
  expect(lessonChange({ instructor: '  ' }, idOf, lessons)).toEqual({ instructor: null })
})

test('a name is text, never markup', () => {
  const notes = notesWithName(null, '<img src=x onerror=alert(1)> & "Co"', 'rich_text')
  expect(notes).toBe('<p>Instructor: &lt;img src=x onerror=alert(1)&gt; &amp; "Co"</p>')
  expect(cleanRichText(notes)).toBe(notes)
})

test('notes that are plain text stay plain', () => {
  expect(notesWithName('Own bow.', 'A & B', 'textarea')).toBe('Own bow.\nInstructor: A & B')
})
