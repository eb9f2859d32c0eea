import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { readNumber } from '../read-number'
import { textOf, type WidgetProps, widgetKind } from './widget'

const types = { email: 'email', uri: 'url' } as const

/** One line of text. The browser's own checks rest: the form's are told instead. */
export function TextWidget({ id, name, field, value, tied, required, onValue }: WidgetProps) {
  return (
    <input
      id={id}
      name={name}
      type={types[widgetKind(field) as keyof typeof types] ?? 'text'}
      autoComplete="off"
      required={required}
      defaultValue={textOf(value)}
      onChange={(event) => onValue(event.target.value)}
      className="control w-full"
      {...tied}
    />
  )
}

export function TextAreaWidget({ id, name, value, tied, required, onValue }: WidgetProps) {
  return (
    <textarea
      id={id}
      name={name}
      required={required}
      defaultValue={textOf(value)}
      onChange={(event) => onValue(event.target.value)}
      className="control field-sizing-content max-h-96 min-h-28 w-full resize-y"
      {...tied}
    />
  )
}

const decimalSign = new Intl.NumberFormat().formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/**
 * A number. A browser drops a comma that it does not know and would make 15 of "1,5": it is stopped here, and said.
 */
export function NumberWidget({ id, name, field, value, tied, required, onValue }: WidgetProps) {
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
        // Scrolling past must not change what was typed.
        onWheel={(event) => event.currentTarget.blur()}
        className="control w-full max-w-64"
        {...tied}
      />
      <p role="status" className="text-muted text-sm empty:hidden">
        {hint && 'Write decimals with a point, such as 1.5.'}
      </p>
    </>
  )
}
