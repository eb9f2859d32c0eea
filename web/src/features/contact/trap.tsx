import { honeypotField } from '@app/contracts/forms'
import { contact } from '#content/site'

/** Tells password managers to pass by. */
const notForManagers = { 'data-1p-ignore': '', 'data-bwignore': '', 'data-lpignore': 'true', 'data-form-type': 'other' }

/**
 * A field for programs that fill in whatever they find. It lies outside of the page instead of being taken away, since
 * they look for that; whoever comes upon it all the same reads what to do.
 */
export const Trap = () => (
  <div aria-hidden="true" className="absolute -left-[9999px] h-px w-px overflow-hidden">
    <label>
      {contact.trap}
      <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" {...notForManagers} />
    </label>
  </div>
)
