import { heardFromField, heardFromTitle } from '@app/contracts/forms'
import { optionsOf } from '@app/table-schema/field'
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
import type { ContactField } from './send-contact-message'

const names: readonly ContactField[] = ['name', 'email', 'interest', 'message']

/** The four required fields, each checked as it changes, and the question that the school may ask besides. */
export function ContactFields({ disabled }: { disabled: boolean }) {
  const about = useAtomValue(contactFieldsAtom)
  const interests = optionsOf(about.interest)
  const heardFrom = useAtomValue(contactHeardFromAtom)
  const values = useAtomValue(contactValuesAtom)
  const errors = useAtomValue(contactErrorsAtom)
  const edit = useSetAtom(editContactAtom)
  const fields = useRef<HTMLFieldSetElement>(null)

  // Text typed before hydration exists only in the DOM.
  useLayoutEffect(() => {
    for (const name of names) {
      const typed = fields.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value
      if (typed) edit(name, typed)
    }
  }, [edit])

  const field = (key: ContactField) => ({
    id: `contact-${key}`,
    name: key,
    label: about[key]?.title ?? key,
    required: true,
    value: values[key],
    error: errors[key],
    onChange: (event: { target: { value: string } }) => edit(key, event.target.value),
  })

  return (
    <fieldset ref={fields} disabled={disabled} className="grid min-w-0 gap-5">
      <legend className="sr-only">{contact.legend}</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('name')} autoComplete="name" />
        <TextField {...field('email')} type="email" autoComplete="email" />
      </div>
      <SelectField {...field('interest')} options={interests} placeholder={contact.choose} />
      <TextAreaField {...field('message')} rows={7} />
      {heardFrom.length > 0 && (
        <SelectField
          {...field(heardFromField)}
          label={heardFromTitle}
          required={false}
          options={heardFrom.map((value) => ({ value, label: value }))}
          placeholder={contact.optional}
        />
      )}
    </fieldset>
  )
}
