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

/** Fields that the forms service and its worker write. */
const byForms: TableSchema['properties'] = {
  status: {
    type: 'string',
    title: 'Status',
    enum: ['new', 'in_progress', 'answered', 'closed'],
    enumNames: ['New', 'In progress', 'Answered', 'Closed'],
    enumColors: ['blue', 'amber', 'green', 'gray'],
    default: 'new',
    readOnly: true,
  },
  due_by: { type: 'string', title: 'Reply due', format: 'date-time', readOnly: true },
  answered_at: { type: 'string', title: 'Answered', format: 'date-time', readOnly: true },
  spam: { type: 'boolean', title: 'Spam', default: false, readOnly: true },
  spam_reason: {
    type: 'string',
    title: 'Why it was held',
    enum: ['honeypot', 'too_fast', 'links', 'volume', 'marked', 'sender'],
    enumNames: [
      'Likely bot',
      'Sent too fast',
      'Many links',
      'Unusual volume',
      'Marked by staff',
      'Sender marked as spam',
    ],
    readOnly: true,
  },
  mail_state: {
    type: 'string',
    title: 'Emails',
    enum: ['none', 'pending', 'sent', 'failed'],
    enumNames: ['Not notified', 'Sending', 'School notified', 'Failed'],
    default: 'none',
    readOnly: true,
  },
  mail_error: { type: 'string', title: 'Delivery error', readOnly: true },
}

/** Inquiries with the fields of the contact form. The emails in the same documents are not shown. */
export const contactSubmissions: TableSchema = {
  name: 'contact_submissions',
  title: 'Contact Submissions',
  singular: 'Inquiry',
  title_field: 'name',
  description: 'Inquiries sent from the contact form.',
  required: contactForm.required,
  properties: {
    ...contactForm.properties,
    ...byForms,
    created_at: { type: 'string', title: 'Received', format: 'date-time', readOnly: true },
    updated_at: { type: 'string', title: 'Changed', format: 'date-time', readOnly: true },
  },
}
