import { honeypotField } from '@app/contracts/forms'
import { contact } from '#content/site'

/** Makes password managers skip the field. */
const notForManagers = { 'data-1p-ignore': '', 'data-bwignore': '', 'data-lpignore': 'true', 'data-form-type': 'other' }

/**
 * A field that only bots fill in. It is moved off-screen instead of hidden, since bots skip hidden fields; its label tells
 * people to leave it empty.
 */
export const Honeypot = () => (
  <div aria-hidden="true" className="absolute -left-[9999px] h-px w-px overflow-hidden">
    <label>
      {contact.honeypot}
      <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" {...notForManagers} />
    </label>
  </div>
)
