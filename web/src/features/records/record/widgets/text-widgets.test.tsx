import type { FieldSchema } from '@app/table-schema/schema'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#testing/screen'
import { NumberWidget, TextWidget } from './text-widgets'
import type { WidgetProps } from './widget'

const props = (name: string, field: FieldSchema): WidgetProps => ({
  id: 'field',
  table: 'students',
  name,
  title: name,
  field,
  value: '',
  stored: '',
  required: false,
  aria: { 'aria-invalid': undefined, 'aria-describedby': undefined },
  onValue: () => {},
})

test.each<[string, FieldSchema, string, string]>([
  ['phone', { type: 'string' }, 'tel', 'tel'],
  ['call', { type: 'string', pattern: '^[+(0-9][0-9 ()./-]{6,24}$' }, 'tel', 'tel'],
  ['email', { type: 'string', format: 'email' }, 'email', 'email'],
  ['name', { type: 'string' }, 'text', ''],
])('the text field %s opens the keyboard for it', (name, field, type, mode) => {
  show(<TextWidget {...props(name, field)} />)
  const input = screen.getByRole<HTMLInputElement>('textbox')
  expect([input.type, input.inputMode]).toEqual([type, mode])
})

test.each<[FieldSchema, string]>([
  [{ type: 'integer', minimum: 0 }, 'numeric'],
  [{ type: 'number', minimum: 0 }, 'decimal'],
  [{ type: 'number' }, ''],
])('%o opens the keypad, as long as no minus is needed', (field, mode) => {
  show(<NumberWidget {...props('price', field)} />)
  expect(screen.getByRole<HTMLInputElement>('spinbutton').inputMode).toBe(mode)
})
