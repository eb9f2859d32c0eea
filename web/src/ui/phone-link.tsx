import { Icon } from './icon'

/** A phone number that calls when tapped. */
export const PhoneLink = ({ phone, name }: { phone: string; name: string }) => (
  <a
    href={`tel:${phone.replace(/[^+\d]/g, '')}`}
    aria-label={`Call ${name}, ${phone}`}
    className="text-link inline-flex min-h-9 items-center gap-1.5"
  >
    <Icon name="phone" className="size-4.5" />
    {phone}
  </a>
)
