import type { FieldErrors } from '@app/contracts/errors'
import { useState } from 'react'

/** The values of a form, and how to change some of them. */
export function useValues<Values extends object>(initial: Values | (() => Values)) {
  const [values, setValues] = useState(initial)
  return [values, (changed: Partial<Values>) => setValues((now) => ({ ...now, ...changed }))] as const
}

/** The names of the texts among the values of a form. */
export type TextName<Values> = {
  [Name in keyof Values]-?: Values[Name] extends string | undefined ? Name : never
}[keyof Values] &
  string

/** The properties of the fields of a form: `{...field('email', 'Email')}`. `id` begins their ids. */
export const fieldsOf =
  <Values extends object>(
    id: string,
    values: Values,
    onChange: (changed: Partial<Values>) => void,
    errors: FieldErrors = {},
  ) =>
  (name: TextName<Values>, label: string) => ({
    id: `${id}-${name}`,
    label,
    value: (values[name] ?? '') as string,
    error: errors[name],
    onValue: (text: string) => onChange({ [name]: text } as Partial<Values>),
  })
