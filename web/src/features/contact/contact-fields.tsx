import { type AskedField, contactFields, heardFromField, heardFromTitle, isRequired } from '@app/contracts/forms'
import { optionsOf } from '@app/table-schema/field'
import type { FieldSchema } from '@app/table-schema/schema'
import { useAtomValue, useSetAtom } from 'jotai'
import { useLayoutEffect, useRef } from 'react'
import { contact } from '#content/site'
import { SelectField, TextAreaField, TextField } from '#ui/field'
import {
  contactErrorsAtom,
  contactFieldsAtom,
  contactHeardFromAtom,
  contactValuesAtom,
  editContactAtom,
} from './contact.atoms'

/** How a line is typed and filled in, by the format of its field, or by its name. */
const lines: Readonly<Record<string, { type?: 'email' | 'tel'; autoComplete: string }>> = {
  name: { autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
}

/** The fields of the form, each checked as it changes, and the question that the school may ask besides. */
export function ContactFields({ disabled }: { disabled: boolean }) {
  const about = useAtomValue(contactFieldsAtom)
  const heardFrom = useAtomValue(contactHeardFromAtom)
  const values = useAtomValue(contactValuesAtom)
  const errors = useAtomValue(contactErrorsAtom)
  const edit = useSetAtom(editContactAtom)
  const fields = useRef<HTMLFieldSetElement>(null)

  // Text typed before hydration exists only in the DOM.
  useLayoutEffect(() => {
    for (const name of contactFields) {
      const typed = fields.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value
      if (typed) edit(name, typed)
    }
  }, [edit])

  const kindOf = ({ enum: choices, format }: FieldSchema) =>
    choices ? 'choice' : format === 'textarea' ? 'text' : 'line'
  const those = (kind: ReturnType<typeof kindOf>) => contactFields.filter((name) => kindOf(about[name]) === kind)

  const field = (key: AskedField) => ({
    id: `contact-${key}`,
    name: key,
    label: about[key]?.title ?? key,
    required: isRequired(key),
    value: values[key],
    error: errors[key],
    onValue: (value: string) => edit(key, value),
  })

  return (
    <fieldset ref={fields} disabled={disabled} className="grid min-w-0 gap-5">
      <legend className="sr-only">{contact.legend}</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        {those('line').map((name) => (
          <TextField key={name} {...field(name)} type="text" {...lines[about[name].format ?? name]} />
        ))}
      </div>
      {those('choice').map((name) => (
        <SelectField
          key={name}
          {...field(name)}
          options={optionsOf(about[name])}
          placeholder={isRequired(name) ? contact.choose : contact.optional}
        />
      ))}
      {those('text').map((name) => (
        <TextAreaField key={name} {...field(name)} rows={7} />
      ))}
      {heardFrom.length > 0 && (
        <SelectField
          {...field(heardFromField)}
          label={heardFromTitle}
          options={heardFrom.map((value) => ({ value, label: value }))}
          placeholder={contact.optional}
        />
      )}
    </fieldset>
  )
}
