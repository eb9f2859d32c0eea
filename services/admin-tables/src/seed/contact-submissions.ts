import contactForm from '@app/contracts/contact-form.json'
import type { TableSchema } from '@app/table-schema'

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
