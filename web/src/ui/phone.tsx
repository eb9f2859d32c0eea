import { useSyncExternalStore } from 'react'
import { Icon } from './icon'

/** A number of North America, with or without its country code. */
const northAmerican = /^(?:\+?1)?([2-9]\d{2})([2-9]\d{2})(\d{4})$/

type Format = (phone: string) => string
let format: Format | undefined
let isLoading = false
const listeners = new Set<() => void>()

/** The numbering plans of the world are as large as a screen, and few numbers here need them. */
function load(): void {
  if (isLoading) return
  isLoading = true
  import('@app/table-schema/phone-number').then(
    ({ formattedPhone }) => {
      format = formattedPhone
      for (const listener of listeners) listener()
    },
    // Without a connection such numbers stay as they were typed.
    () => {
      isLoading = false
    },
  )
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Of a phone number: other texts call nobody. */
const hasDigits = (phone: string) => phone.replace(/\D/g, '').length >= 7

/** A phone number as it is read, the area code in parentheses. What is no complete number stays as it was typed. */
export function usePhoneText(phone: string): string {
  const known = useSyncExternalStore(subscribe, () => format)
  const [, area, exchange, line] = northAmerican.exec(phone.replace(/[\s()./-]/g, '')) ?? []
  if (area !== undefined) return `(${area}) ${exchange}-${line}`
  if (!hasDigits(phone)) return phone
  if (!known) load()
  return known?.(phone) ?? phone
}

/** The `tel:` link of a number as it was typed; `undefined` for a text that is no number. An extension is dialed after it, the zero of +44 (0)20 is not. */
export function dialHref(phone: string): string | undefined {
  const [number = '', extension] = phone.split(/ ?x(?=\d+$)/)
  if (!hasDigits(number)) return undefined
  const dialed = number.replace(/^(\+.*?)\(0\)/, '$1').replace(/[^\d+]/g, '')
  return `tel:${dialed}${extension === undefined ? '' : `;ext=${extension}`}`
}

/** A phone number as it is read, within other text. */
export const PhoneText = ({ phone }: { phone: string }) => usePhoneText(phone)

/** A phone number that calls when tapped. */
export function PhoneLink({ phone, name }: { phone: string; name: string }) {
  const text = usePhoneText(phone)
  return (
    <a
      href={dialHref(phone)}
      aria-label={`Call ${name}, ${text}`}
      className="text-link inline-flex min-h-9 items-center gap-1.5"
    >
      <Icon name="phone" className="size-4.5" />
      {text}
    </a>
  )
}
