import cards from '@app/contracts/service-cards.json'
import type { TableSchema } from '@app/table-schema'
import { times } from './times'

/** The cards of the home page. */
export const serviceCards: TableSchema = {
  name: 'service_cards',
  title: 'Service Cards',
  singular: 'Service Card',
  title_field: 'title',
  description: 'Cards shown in the Services section, by position.',
  required: ['icon', 'title', 'description', 'cta_type', 'cta_label', 'cta_value', 'position'],
  properties: {
    title: { type: 'string', title: 'Title', minLength: 2, maxLength: 60 },
    description: { type: 'string', title: 'Description', format: 'textarea', minLength: 10, maxLength: 200 },
    icon: {
      type: 'string',
      title: 'Icon',
      enum: ['lessons', 'school', 'party', 'team', 'bow', 'league'],
      enumNames: ['Lessons', 'School', 'Party', 'Team', 'Bow', 'League'],
    },
    cta_type: {
      type: 'string',
      title: 'Button type',
      enum: ['link', 'email'],
      enumNames: ['Link', 'Email'],
      default: 'link',
    },
    cta_label: { type: 'string', title: 'Button text', minLength: 2, maxLength: 40 },
    cta_value: {
      type: 'string',
      title: 'Link or email',
      description: 'A page that starts with https://, or an email address.',
      maxLength: 300,
    },
    price: {
      type: 'integer',
      title: 'Price in dollars',
      description: 'Fills {price} in the title and in reply templates.',
      minimum: 0,
    },
    minutes: {
      type: 'integer',
      title: 'Length in minutes',
      description: 'Fills {minutes} in reply templates.',
      minimum: 1,
    },
    min_age: { type: 'integer', title: 'Minimum age', description: 'Fills {min_age} in reply templates.', minimum: 0 },
    position: { type: 'integer', title: 'Position', minimum: 1, maximum: 999, default: 1 },
    published: { type: 'boolean', title: 'Published', default: true },
    ...times,
  },
}

/** The six cards that the website is built with. */
export const serviceCardRecords = cards.map(({ cta, ...card }, at) => ({
  price: null,
  minutes: null,
  min_age: null,
  ...card,
  cta_type: cta.type,
  cta_label: cta.label,
  cta_value: cta.value,
  position: at + 1,
  published: true,
}))
