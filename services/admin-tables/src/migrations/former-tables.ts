/**
 * The shipped descriptions before references: only what has changed since. Keys in one object changed together and are
 * updated together; `undefined` stands for a key that did not exist.
 */
type Former = Readonly<Record<string, unknown>>
export type FormerTable = {
  keys: readonly Former[]
  fields: Readonly<Record<string, readonly Former[]>>
  newFields: readonly string[]
}

const plainColors = [{ enumColors: undefined }]
const unnamed = [{ singular: undefined }, { title_field: undefined }]

export const formerTables: Readonly<Record<string, FormerTable>> = {
  contact_submissions: {
    keys: unnamed,
    fields: {
      status: plainColors,
      due_by: [{ title: 'Answer due' }],
      spam_reason: [
        { title: 'Held because' },
        {
          enum: ['honeypot', 'too_fast', 'links', 'volume'],
          enumNames: ['Hidden field filled', 'Sent too fast', 'Many links', 'Too many in an hour'],
        },
      ],
      mail_state: [{ title: 'Mail' }, { enumNames: ['No mail', 'On its way', 'Sent', 'Failed'] }],
      mail_error: [{ title: 'Mail fault' }],
    },
    newFields: [],
  },
  service_cards: {
    keys: [
      ...unnamed,
      { description: 'The cards under "Ways to shoot with us" on the website, in the order of their position.' },
    ],
    fields: {
      icon: [{ title: 'Drawing' }],
      cta_type: [{ title: 'Leads to' }, { enumNames: ['A page', 'An email'] }],
      cta_label: [{ title: 'Link text' }],
      cta_value: [{ title: 'Address' }, { description: 'A page that begins with https://, or an e-mail address.' }],
    },
    newFields: ['price', 'minutes', 'min_age'],
  },
  announcements: {
    keys: [
      ...unnamed,
      {
        description:
          'Shown at the top of the website from the start to the end; without an end until it is unpublished.',
      },
    ],
    fields: { kind: plainColors, ends_at: [{ minimum_date: undefined }] },
    newFields: [],
  },
  lessons: {
    keys: [
      ...unnamed,
      { description: 'Dates of lessons and events with their places.' },
      { calendar: undefined },
      { badges: undefined },
    ],
    fields: {
      level: plainColors,
      cancelled: [{ title: 'Cancelled' }],
      instructor: [{ maxLength: 100, format: undefined, table: undefined }],
    },
    newFields: ['students', 'public', 'present', 'absent', 'excused', 'waiting', 'make_ups', 'made_up'],
  },
  instructors: {
    keys: [...unnamed, { description: 'Who teaches, and what they are certified for.' }, { badges: undefined }],
    fields: {},
    newFields: ['person', 'on_website'],
  },
  students: {
    keys: [
      ...unnamed,
      { description: 'People who learn here. Ages 8 and up; a guardian for everybody under 18.' },
      { badges: undefined },
    ],
    fields: {
      birth_date: [{ maximum_date: undefined }],
      level: plainColors,
    },
    newFields: ['guardians', 'waiver_until'],
  },
  equipment: {
    keys: [...unnamed, { description: 'Bows, arrows and all that is lent to students.' }],
    fields: { condition: plainColors },
    newFields: [],
  },
  reply_templates: {
    keys: [
      ...unnamed,
      {
        description: 'Texts to begin an answer with. {name}, {interest} and {message} are filled in from the inquiry.',
      },
    ],
    fields: {},
    newFields: ['shortcut'],
  },
  users: {
    keys: [...unnamed, { description: 'People who have signed in. Admins may use this dashboard.' }],
    fields: {
      role: [{ enum: ['admin', 'user'], enumNames: ['Admin', 'User'] }],
      provider: [{ title: 'Signed in with' }],
      created_at: [{ title: 'First login' }],
    },
    newFields: [],
  },
}
