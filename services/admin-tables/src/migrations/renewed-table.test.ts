import { checkedTableSchema, type TableSchema } from '@app/table-schema'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { formerTables } from './former-tables'
import former from './former-tables.fixture.json'
import { withoutText } from './guardians'
import { renewedTable } from './renewed-table'
import tables from './tables-at-013.json'

type Change = (table: TableSchema) => void
const seeds = Object.values(tables) as unknown as TableSchema[]
const shippedNamed = (name: string) => seeds.find((seed) => seed.name === name)!
const formerNamed = (name: string) => structuredClone(former[name as keyof typeof former]) as unknown as TableSchema

function renew(name: string, change: Change = () => {}) {
  const stored = formerNamed(name)
  change(stored)
  const shipped = shippedNamed(name)
  return { stored, shipped, renewed: renewedTable(stored, formerTables[name]!, shipped) }
}

const renewedNames = seeds.map(({ name }) => name).filter((name) => name in former)

test.each(renewedNames)('%s becomes what was shipped at 013, in the same order of fields', (name) => {
  const { renewed: first, shipped } = renew(name)
  // The texts of guardians are moved before they leave the table.
  const renewed = name === 'students' ? withoutText(first!) : first
  expect(renewed).toEqual(JSON.parse(JSON.stringify(shipped)))
  expect(Object.keys(renewed!.properties)).toEqual(Object.keys(shipped.properties))
})

test.each(renewedNames)('%s as it was shipped then stays', (name) => {
  expect(renewedTable(shippedNamed(name), formerTables[name]!, shippedNamed(name))).toBeUndefined()
})

test('what an admin has changed stays, and the rest is renewed', () => {
  const { renewed, shipped } = renew('lessons', (table) => {
    table.description = 'Our summer.'
    table.properties.level!.title = 'Skill'
    table.properties.price!.maximum = 500
    table.properties.weather = { type: 'string' }
  })
  expect(renewed).toMatchObject({ description: 'Our summer.', singular: 'Lesson', calendar: shipped.calendar })
  expect(renewed!.properties.level).toMatchObject({ title: 'Skill', enumColors: ['green', 'blue', 'purple'] })
  expect(renewed!.properties.price).toMatchObject({ maximum: 500 })
  expect(renewed!.properties).toHaveProperty('weather')
  expect(renewed!.properties.instructor).toEqual(shipped.properties.instructor)
})

test('a field that an admin has given another shape does not become a reference', () => {
  const { renewed } = renew('lessons', (table) => {
    table.properties.instructor!.maxLength = 200
  })
  expect(renewed!.properties.instructor).toEqual({ type: 'string', title: 'Instructor', maxLength: 200 })
})

test('a field that an admin has removed does not return, and nothing names it', () => {
  const { renewed } = renew('lessons', (table) => {
    delete table.properties.seats
    delete table.properties.cancelled
    table.required = table.required!.filter((name) => name !== 'seats')
  })
  expect(v.is(checkedTableSchema, renewed)).toBe(true)
  expect(renewed!.properties).not.toHaveProperty('seats')
  // Its limit is in the field that is gone.
  expect(renewed!.properties).not.toHaveProperty('students')
  expect(renewed).not.toHaveProperty('badges')
  expect(renewed).toHaveProperty('calendar')
})

test('options of an admin get no colors that were meant for others', () => {
  const { renewed } = renew('equipment', (table) => {
    table.properties.condition!.enum = ['fine', 'good', 'worn', 'repair', 'retired']
    table.properties.condition!.enumNames = ['Fine', 'Good', 'Worn', 'In repair', 'Retired']
    table.properties.condition!.default = 'good'
  })
  expect(renewed!.properties.condition).not.toHaveProperty('enumColors')
})

test('a field of the same name as a new one is the admin’s', () => {
  const { renewed } = renew('lessons', (table) => {
    table.properties.public = { type: 'string', title: 'Audience' }
  })
  expect(renewed!.properties.public).toEqual({ type: 'string', title: 'Audience' })
})

test('a description that is not valid stays as it is', () => {
  const { renewed } = renew('lessons', (table) => {
    table.required = ['ghost']
  })
  expect(renewed).toBeUndefined()
})
