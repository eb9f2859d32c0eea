import type { SetupStep } from '@app/contracts/setup'
import { listPath } from '#lib/list-address'
import { paths } from '#lib/paths'

type Words = { title: string; text: string; href: string; action: string }
const facts = `${paths.website}?show=facts`

/** The text of each step, and its page. */
export const stepWords: Readonly<Record<SetupStep, Words>> = {
  name: { title: 'Name and place', text: 'What your school is called, and where.', href: facts, action: 'Open facts' },
  hours: { title: 'Hours', text: 'When visitors can come and call.', href: facts, action: 'Open facts' },
  phone: { title: 'Phone', text: 'The number that visitors call.', href: facts, action: 'Open facts' },
  prices: {
    title: 'Prices',
    text: 'What lessons and parties cost, on the service cards.',
    href: listPath({ table: 'service_cards' }),
    action: 'Open cards',
  },
  mail: {
    title: 'Sender and test mail',
    text: 'See that mail of the school arrives.',
    href: paths.email,
    action: 'Send a test mail',
  },
  mailbox: {
    title: 'Mailbox',
    text: 'Receive the answers of visitors here.',
    href: paths.email,
    action: 'Open email',
  },
  passkey: {
    title: 'Your passkey',
    text: 'Sign in with your device instead of a code.',
    href: paths.sessions,
    action: 'Add a passkey',
  },
  colleague: {
    title: 'A colleague',
    text: 'Somebody else who can sign in.',
    href: paths.people,
    action: 'Invite a person',
  },
  students: {
    title: 'Students',
    text: 'Add the first, or import your list.',
    href: listPath({ table: 'students' }),
    action: 'Open students',
  },
  publish: {
    title: 'Publish',
    text: 'Show visitors what you have changed.',
    href: paths.website,
    action: 'Open website',
  },
}
