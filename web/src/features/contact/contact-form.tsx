import {
  type AskedField,
  contactFields,
  heardFromField,
  heardFromTitle,
  honeypotField,
  isRequired,
} from '@app/contracts/forms'
import { optionsOf } from '@app/table-schema/field'
import type { FieldSchema } from '@app/table-schema/schema'
import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSite } from '#content/shown-site'
import { askId, contact, interestOf, topics } from '#content/site'
import { useHydrated } from '#lib/use-hydrated'
import { Button } from '#ui/button'
import { Arrow, TargetFace } from '#ui/drawings'
import { SelectField, TextAreaField, TextField } from '#ui/field'
import { Spinner } from '#ui/icon'
import { Notice } from '#ui/notice'
import {
  askAboutAtom,
  beginMessageAtom,
  contactDisplayAtom,
  contactErrorsAtom,
  contactFieldsAtom,
  contactHeardFromAtom,
  contactValuesAtom,
  editContactAtom,
  resetContactAtom,
  submitContactAtom,
} from './contact.atoms'

/** How a line is typed and filled in, by the format of its field, or by its name. */
const lines: Readonly<Record<string, { type?: 'email' | 'tel'; autoComplete: string }>> = {
  name: { autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
}

/** The fields of the form, each checked as it changes, and the question that the school may ask besides. */
function ContactFields({ disabled }: { disabled: boolean }) {
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

/** Replaces the form after success. */
function MessageSent({ message }: { message: string }) {
  const { contact: texts } = useSite()
  return (
    <>
      <Notice tone="good" title={contact.sent.title} takesFocus>
        <p>{message || texts.sent}</p>
        <StartAgain>{contact.sent.again}</StartAgain>
      </Notice>
      <Hit />
    </>
  )
}

/** Replaces the form after a duplicate. */
function MessageReceived() {
  const { contact: texts } = useSite()
  return (
    <Notice tone="warn" title={contact.duplicate.title} takesFocus>
      <p>{texts.duplicate}</p>
      <StartAgain>{contact.duplicate.again}</StartAgain>
    </Notice>
  )
}

const Hit = () => (
  <svg viewBox="-130 0 330 200" aria-hidden="true" className="mx-auto mt-8 w-full max-w-72 overflow-hidden">
    <TargetFace />
    <g className="shot">
      <g transform="translate(101 99) rotate(-8)">
        <Arrow />
      </g>
    </g>
  </svg>
)

function StartAgain({ children }: { children: ReactNode }) {
  const reset = useSetAtom(resetContactAtom)
  return (
    <button type="button" onClick={() => reset()} className="text-link min-h-9 justify-self-start font-semibold">
      {children}
    </button>
  )
}

/** The contact form in its five displays: idle, submitting, success, duplicate, error. */
export function ContactForm() {
  useTopicFromAddress()
  const display = useAtomValue(contactDisplayAtom)
  const form = useRef<HTMLFormElement>(null)
  const wasReplaced = useRef(false)

  useEffect(() => {
    // The server may have named invalid fields.
    if (display.kind === 'error') focusFirstError(form.current)
    if (display.kind === 'idle' && wasReplaced.current) form.current?.querySelector('input')?.focus()
    wasReplaced.current = display.kind === 'success' || display.kind === 'duplicate'
  }, [display])

  if (display.kind === 'success') return <MessageSent message={display.message} />
  if (display.kind === 'duplicate') return <MessageReceived />
  return (
    <SendForm form={form} submitting={display.kind === 'submitting'}>
      {display.kind === 'error' && <SubmissionError message={display.message} />}
    </SendForm>
  )
}

type Props = { form: React.RefObject<HTMLFormElement | null>; submitting: boolean; children: React.ReactNode }

function SendForm({ form, submitting, children }: Props) {
  const { contact: texts } = useSite()
  const submit = useSetAtom(submitContactAtom)
  const hydrated = useHydrated()
  const [attempts, setAttempts] = useState(0)

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const honeypot = new FormData(event.currentTarget).get(honeypotField)
    submit(String(honeypot ?? ''))
    setAttempts((count) => count + 1)
  }

  // The error texts must be in the page before the field is focused and announced, also when a click before hydration is repeated in an effect.
  useEffect(() => {
    if (attempts > 0) focusFirstError(form.current)
  }, [attempts, form])

  return (
    <form ref={form} noValidate onSubmit={send} className="grid gap-5" aria-label="Contact">
      {children}
      <ContactFields disabled={submitting} />
      <Honeypot />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" size="large" disabled={submitting || !hydrated}>
          {submitting ? contact.sending : texts.send}
        </Button>
        <p role="status" className="flex items-center gap-2 text-muted empty:hidden">
          {submitting && (
            <>
              <Spinner />
              {contact.progress}
            </>
          )}
        </p>
      </div>
      <noscript>
        <p className="text-muted">{texts.offline}</p>
      </noscript>
    </form>
  )
}

function SubmissionError({ message }: { message: string }) {
  const { phone } = useSite()
  return (
    <Notice tone="bad" title={contact.error.title} takesFocus>
      <p>{message}</p>
      <p>
        {contact.error.advice}{' '}
        <a href={phone.href} className="text-link">
          {phone.text}
        </a>
        .
      </p>
    </Notice>
  )
}

const focusFirstError = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()

/** Makes password managers skip the field. */
const notForManagers = { 'data-1p-ignore': '', 'data-bwignore': '', 'data-lpignore': 'true', 'data-form-type': 'other' }

/**
 * A field that only bots fill in. It is moved off-screen instead of hidden, since bots skip hidden fields; its label tells
 * people to leave it empty.
 */
const Honeypot = () => (
  <div aria-hidden="true" className="absolute -left-[9999px] h-px w-px overflow-hidden">
    <label>
      {contact.honeypot}
      <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" {...notForManagers} />
    </label>
  </div>
)

/**
 * Selects the interest named by the hash, such as `#ask-party`: now, when it changes, and when a link to it is followed again,
 * which leaves the address as it is. A link may also say what the message begins with (`data-ask`).
 */
function useTopicFromAddress() {
  const ask = useSetAtom(askAboutAtom)
  const begin = useSetAtom(beginMessageAtom)
  useEffect(() => {
    const select = (hash: string | undefined) => {
      const topic = topics.find((each) => hash === `#${askId(each)}`)
      if (topic) ask(interestOf[topic])
    }
    const onHash = () => select(location.hash)
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link && link.hash !== '') select(link.hash)
      if (link?.dataset['ask']) begin(link.dataset['ask'])
    }
    onHash()
    addEventListener('hashchange', onHash)
    document.addEventListener('click', onClick)
    return () => {
      removeEventListener('hashchange', onHash)
      document.removeEventListener('click', onClick)
    }
  }, [ask, begin])
}
