import { escapeHtml } from '@app/contracts/escape-html'
import type {
  AccessAdded,
  AccessRequest,
  CodesPaused,
  ContactChanged,
  Invitation,
  InvitationRefused,
  NewDevice,
  WebhookStopped,
} from '../queue'
import type { MailContent } from '../transport'
import { button, pacificTime, page } from './markup'

/** A mail without its place in a queue. */
export type Facts<Mail extends { kind: string; to: string }> = Omit<Mail, 'kind' | 'to'> &
  Partial<Pick<Mail, 'kind' | 'to'>>

/** Anybody can write under a name: staff see the address with it. */
export const withAddress = (name: string, email: string) => (email && name !== email ? `${name} (${email})` : name)

/** `name` stands before the address in the text, `label` is the link in HTML. */
type NoticeLink = { name: string; label: string; url: string }

const inHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

/** A mail of plain paragraphs that ends with one link. */
export const notice = (
  subject: string,
  paragraphs: readonly string[],
  { name, label, url }: NoticeLink,
): MailContent => ({
  subject,
  text: `${paragraphs.join('\n\n')}\n\n${name}: ${url}\n`,
  html: page(subject, `${paragraphs.map((one) => `<p>${inHtml(one)}</p>`).join('')}${button(label, url)}`),
})

/** Invites a person to the dashboard. They sign in with this address; the mail itself holds no secret. */
export function renderInvitation(
  { to, name, by, loginUrl }: Facts<Invitation> & { to: string },
  school = '',
): MailContent {
  const dashboard = school ? `the dashboard of ${school}` : 'the dashboard'
  const subject = `You have been invited to ${dashboard}`
  const greeting = name ? `Hi ${name},` : 'Hi,'
  const what = `${by} has invited you to ${dashboard}.`
  const how = `Open the page below and sign in with ${to}: enter the address to receive a 6-digit code, or continue with Google.`
  return notice(subject, [greeting, `${what} ${how}`], { name: 'Sign in', label: 'Sign in', url: loginUrl })
}

/** Tells the admin who invited a person that the mail server does not accept mail for that address. */
export function renderInvitationRefused({ email, peopleUrl }: Facts<InvitationRefused>): MailContent {
  const subject = 'Your invitation could not be delivered'
  const what = `The mail server does not accept mail for ${email}, so your invitation did not arrive.`
  const advice =
    'Check the address. If it is wrong, delete that person under People, who has access otherwise, and invite the right address.'
  return notice(subject, [what, advice], { name: 'Dashboard', label: 'Open People', url: peopleUrl })
}

/** Tells an admin that a user requests access. Opening or clicking it grants nothing. */
export function renderAccessRequest({ email, at, dashboardUrl }: Facts<AccessRequest>): MailContent {
  const subject = `${email} is requesting dashboard access`
  const requested = `${email} signed in and requested access to the administration panel on ${pacificTime(new Date(at))}.`
  const advice =
    'If you know this person, make them an admin in the users table of the dashboard. Otherwise you can ignore this email.'
  return notice(subject, [requested, advice], { name: 'Dashboard', label: 'Open the dashboard', url: dashboardUrl })
}

const programs = 'Programs that have a secret of it use the records of the school without signing in.'
const receives = 'A webhook tells another program what happens in the records of the school.'
const sends = 'What it receives becomes records of the school.'

const words: Record<AccessAdded['what'], { subject: string; use: string }> = {
  passkey: { subject: 'A passkey was added to your account', use: 'It signs in to the dashboard without a code.' },
  calendar: {
    subject: 'A calendar address was created for your account',
    use: 'Anyone who has it can read the dates of the table until it is revoked.',
  },
  account: { subject: 'A service account was created', use: programs },
  'account-change': { subject: 'A service account was changed', use: programs },
  secret: { subject: 'A secret was added to a service account', use: programs },
  webhook: { subject: 'A webhook was created', use: receives },
  'webhook-change': { subject: 'A webhook was changed', use: receives },
  hook: { subject: 'A source of bookings was added', use: sends },
  'hook-change': { subject: 'A source of bookings was changed', use: sends },
  admin: { subject: 'A person was made an admin', use: 'Admins see and change everything, other people included.' },
}

const ownAdvice =
  'If this was you, you can ignore this email. If not, remove it under "Account and passkeys" and log out everywhere.'
const adminAdvice =
  'If this was you, you can ignore this email. If not, take the role away under "People", and log out everywhere under "Account and passkeys".'
const ownerAdvice = (by: string) =>
  `Until then it was yours. If you did not expect this, ask ${by}, or look at it under "People" in the dashboard.`

/** Tells a person what now works without a session or where data now goes, and where to end it. */
export function renderAccessAdded({
  at,
  what,
  name,
  by,
  sessionsUrl,
  url = sessionsUrl,
}: Facts<AccessAdded>): MailContent {
  const { subject, use } = words[what]
  const who = by === undefined ? '' : ` by ${by}`
  const event = `${subject} on ${pacificTime(new Date(at))}${who}${name === undefined ? '' : `: ${name}`}. ${use}`
  const advice = by === undefined ? (what === 'admin' ? adminAdvice : ownAdvice) : ownerAdvice(by)
  const page = url === sessionsUrl ? 'Account and passkeys' : 'People'
  return notice(subject, [event, advice], { name: page, label: `Open ${page}`, url })
}

/** Tells the holder of an account that login codes are paused after many wrong ones, and how to sign in meanwhile. */
export function renderCodesPaused({ until, loginUrl }: Facts<CodesPaused>): MailContent {
  const subject = 'Login codes for your account are paused'
  const what =
    'Someone has entered many wrong login codes for your account. To protect it, new browsers cannot sign in by code ' +
    `until ${pacificTime(new Date(until))}.`
  const advice =
    'A browser in which you have signed in before still accepts codes, and so do Google and your passkeys. ' +
    'No one has signed in this way. You do not need to do anything.'
  return notice(subject, [what, advice], { name: 'Sign in', label: 'Sign in', url: loginUrl })
}

/** Tells an admin about a sign-in from a new browser, and what to do if it was not the admin. */
export function renderNewDevice({ at, device, address, sessionsUrl }: Facts<NewDevice>): MailContent {
  const subject = 'A new device signed in to the dashboard'
  const event =
    `Your account signed in on ${pacificTime(new Date(at))} from ${device}, network address ${address}. ` +
    'The browser name is reported by the browser itself.'
  const advice =
    'If this was you, you can ignore this email. If not, end all sessions under "Account and passkeys" right away.'
  return notice(subject, [event, advice], {
    name: 'Account and passkeys',
    label: 'Open Account and passkeys',
    url: sessionsUrl,
  })
}

/** Tells admins that the school is reached in another way from now on, or from a time on. */
export function renderContactChanged({ at, by, contacts, later, websiteUrl }: Facts<ContactChanged>): MailContent {
  const when = later
    ? `${by} has ordered a change of the website for ${pacificTime(new Date(later))}`
    : `${by} has changed the website at ${pacificTime(new Date(at))}`
  const what = `${when}: ${contacts}. The page and every mail of the school carry it.`
  const advice = 'If you did not expect this, restore the version before it, and ask who did it.'
  return notice('How your school is reached was changed', [what, advice], {
    name: 'Website',
    label: 'Open Website',
    url: websiteUrl,
  })
}

/** Tells the owner of a webhook that nothing is sent to it any more, and why. */
export function renderWebhookStopped({ at, host, reason, webhooksUrl }: Facts<WebhookStopped>): MailContent {
  const subject = `The webhook to ${host} has stopped`
  const what = `Since ${pacificTime(new Date(at))} nothing is sent to your webhook at ${host}. ${reason}.`
  const advice =
    'Once the receiving program works again, switch the webhook on: it then receives what has happened meanwhile, up to 30 days.'
  return notice(subject, [what, advice], { name: 'Webhooks', label: 'Open Webhooks', url: webhooksUrl })
}

/** Something that `by` has done with an inquiry. `about`: whose it is; `email`: their address, since anybody can use a name. */
type OnInquiry = { by: string; about: string; email: string; url: string }

/** Tells a colleague about a note that mentions them. */
export function renderMention({ by, about, email, text, url }: OnInquiry & { text: string }): MailContent {
  const subject = `${by} mentioned you: ${about}`
  return notice(subject, [`${by} wrote a note on the inquiry from ${withAddress(about, email)}:`, text], {
    name: 'Inbox',
    label: 'Open the inbox',
    url,
  })
}

/** Tells a colleague what they take care of from now on. `more`: how many others were assigned with it. */
export function renderAssignment({ by, about, email, more, url }: OnInquiry & { more: number }): MailContent {
  const others = more === 0 ? '' : ` and ${more} ${more === 1 ? 'other' : 'others'}`
  const subject = `Assigned to you: ${about}${others}`
  const link = { name: 'Inbox', label: 'Open the inbox', url }
  return notice(subject, [`${by} has assigned the inquiry from ${withAddress(about, email)}${others} to you.`], link)
}
