import contactForm from '@app/contracts/contact-form.json'
import type { Descriptor } from '@app/table-schema'

/** What the forms service and its worker write. */
const byForms = {
  status: {
    type: 'string',
    title: 'Status',
    enum: ['new', 'in_progress', 'answered', 'closed'],
    enumNames: ['New', 'In progress', 'Answered', 'Closed'],
    default: 'new',
    readOnly: true,
  },
  due_by: { type: 'string', title: 'Answer due', format: 'date-time', readOnly: true },
  answered_at: { type: 'string', title: 'Answered', format: 'date-time', readOnly: true },
  spam: { type: 'boolean', title: 'Spam', default: false, readOnly: true },
  spam_reason: {
    type: 'string',
    title: 'Held because',
    enum: ['honeypot', 'too_fast', 'links', 'volume'],
    enumNames: ['Hidden field filled', 'Sent too fast', 'Many links', 'Too many in an hour'],
    readOnly: true,
  },
  mail_state: {
    type: 'string',
    title: 'Mail',
    enum: ['none', 'pending', 'sent', 'failed'],
    enumNames: ['No mail', 'On its way', 'Sent', 'Failed'],
    default: 'none',
    readOnly: true,
  },
  mail_error: { type: 'string', title: 'Mail fault', readOnly: true },
}

/** Inquiries, field by field as the contact form asks for them. The mails kept in the same documents are not shown. */
export const contactSubmissions: Descriptor = {
  name: 'contact_submissions',
  title: 'Contact Submissions',
  description: 'Inquiries sent from the contact form.',
  required: contactForm.required,
  properties: {
    ...contactForm.properties,
    ...byForms,
    created_at: { type: 'string', title: 'Received', format: 'date-time', readOnly: true },
    updated_at: { type: 'string', title: 'Changed', format: 'date-time', readOnly: true },
  },
}
