import contactForm from '@app/contracts/contact-form.json'
import type { TableSchema } from '@app/table-schema'
import { times } from './times'

const { interest } = contactForm.properties

/** Answers to inquiries that staff begin with. The forms service seeds the first ones. */
export const replyTemplates: TableSchema = {
  name: 'reply_templates',
  title: 'Reply Templates',
  singular: 'Reply Template',
  title_field: 'title',
  description:
    'Texts to start a reply with. {name}, {first_name}, {interest} and {message} come from the inquiry, {price}, {minutes}, {min_age} and {link} from the service card.',
  required: ['title', 'interest', 'subject', 'text'],
  properties: {
    title: { type: 'string', title: 'Title', maxLength: 100 },
    interest: {
      type: 'string',
      title: 'Interest',
      enum: [...interest.enum, 'Any'],
      enumNames: [...interest.enumNames, 'Any interest'],
      default: 'Any',
    },
    subject: { type: 'string', title: 'Subject', maxLength: 150 },
    text: { type: 'string', title: 'Text', format: 'textarea', maxLength: 5000 },
    shortcut: {
      type: 'string',
      title: 'Shortcut',
      description: 'Type ; and this in a reply to get the text.',
      maxLength: 30,
    },
    ...times,
  },
}
