import { phoneHref, usePhoneText } from '#lib/phone-text'
import { Icon } from './icon'

/** A phone number that calls when tapped. */
export function PhoneLink({ phone, name }: { phone: string; name: string }) {
  const text = usePhoneText(phone)
  return (
    <a
      href={phoneHref(phone)}
      aria-label={`Call ${name}, ${text}`}
      className="text-link inline-flex min-h-9 items-center gap-1.5"
    >
      <Icon name="phone" className="size-4.5" />
      {text}
    </a>
  )
}
