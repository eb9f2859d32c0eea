import { titleOf } from '@app/table-schema/field'
import { isPhoneField } from '@app/table-schema/record-validation'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { SmallButton } from '#ui/button'
import { onDemand } from '#ui/chunk'
import { Spinner } from '#ui/icon'
import { textOf, type WidgetProps, widgetKind } from './widget'

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Significant digits and exponent: the same for `1.50`, `15e-1` and `1.5`. */
function digits(text: string): string {
  const [mantissa = '', power = '0'] = text.toLowerCase().replace(/^\+/, '').split('e')
  const negative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const all = (whole + fraction).replace(/^0+/, '')
  const significant = all.replace(/0+$/, '')
  if (!significant) return '0'
  return `${negative ? '-' : ''}${significant}e${Number(power) - fraction.length + all.length - significant.length}`
}

/**
 * Parses a typed number. Text that is no number, or that would be rounded, stays text, so that the field's validation
 * refuses it.
 */
export function readNumber(text: string): number | string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!decimal.test(trimmed)) return trimmed
  const value = Number(trimmed)
  return Number.isFinite(value) && digits(String(value)) === digits(trimmed) ? value : trimmed
}

/** The kind of a text decides about the keyboard of a phone. */
const kinds = {
  email: { type: 'email', inputMode: 'email' },
  uri: { type: 'url', inputMode: 'url' },
} as const
const phone = { type: 'tel', inputMode: 'tel' } as const
const plain = { type: 'text' } as const

/** A one-line text input; the form validates, not the browser. */
export function TextWidget({ id, name, field, value, aria, required, onValue }: WidgetProps) {
  return (
    <input
      id={id}
      name={name}
      {...(isPhoneField({ ...field, title: titleOf(name, field) })
        ? phone
        : (kinds[widgetKind(field) as keyof typeof kinds] ?? plain))}
      autoComplete="off"
      required={required}
      defaultValue={textOf(value)}
      onChange={(event) => onValue(event.target.value)}
      className="control w-full"
      {...aria}
    />
  )
}

export function TextAreaWidget({ id, name, value, aria, required, onValue }: WidgetProps) {
  return (
    <textarea
      id={id}
      name={name}
      required={required}
      defaultValue={textOf(value)}
      onChange={(event) => onValue(event.target.value)}
      className="control field-sizing-content max-h-96 min-h-28 w-full resize-y"
      {...aria}
    />
  )
}

const decimalSign = new Intl.NumberFormat().formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/**
 * A number input. Browsers drop an unknown comma and read "1,5" as 15, so the comma is stopped and explained.
 */
export function NumberWidget({ id, name, field, value, aria, required, onValue }: WidgetProps) {
  const [hint, setHint] = useState(false)
  const misread = (text: string) => decimalSign === '.' && typeof readNumber(text) === 'string'

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== ',' || decimalSign === ',') return
    event.preventDefault()
    setHint(true)
  }
  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text')
    if (!misread(text)) return
    event.preventDefault()
    setHint(text.includes(','))
    onValue(text)
  }
  return (
    <>
      <input
        id={id}
        name={name}
        type="number"
        // The keypad has no minus on every phone.
        inputMode={
          field.minimum === undefined || field.minimum < 0
            ? undefined
            : field.type === 'integer'
              ? 'numeric'
              : 'decimal'
        }
        step={field.type === 'integer' ? 1 : 'any'}
        min={field.minimum}
        max={field.maximum}
        required={required}
        defaultValue={typeof value === 'number' ? value : undefined}
        onChange={({ target }) => {
          setHint(false)
          onValue(target.validity.badInput ? 'unreadable' : readNumber(target.value))
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        // Scrolling over the input must not change its value.
        onWheel={(event) => event.currentTarget.blur()}
        className="control w-full max-w-64"
        {...aria}
      />
      <p role="status" className="text-muted text-sm empty:hidden">
        {hint && 'Write decimals with a point, such as 1.5.'}
      </p>
    </>
  )
}

/** Rich text. The editor is large and loads when first shown. */
export const RichTextWidget = onDemand(
  () => import('./rich-text-editor').then((file) => file.RichTextEditor),
  ({ id }: WidgetProps) => ({ loading: <EditorLoading />, failed: <EditorFailed id={id} /> }),
)

const EditorLoading = () => (
  <p role="status" className="control flex min-h-32 w-full items-center justify-center gap-2 text-muted">
    <Spinner />
    Loading the editor...
  </p>
)

const EditorFailed = ({ id }: { id: string }) => (
  <div
    id={id}
    tabIndex={-1}
    role="alert"
    className="grid justify-items-start gap-2 rounded-lg border border-warn-line bg-warn-soft p-3.5 text-sm"
  >
    <p>
      The editor could not be loaded: the site may have been updated, or the connection was lost. This text stays as it
      is; the other fields can be saved.
    </p>
    <SmallButton onClick={() => location.reload()}>Reload</SmallButton>
  </div>
)
