import contactForm from '@app/contracts/contact-form.json'
import type { Descriptor } from '@app/table-schema'

/** Inquiries, field by field as the contact form asks for them. The mails kept in the same documents are not shown. */
export const contactSubmissions: Descriptor = {
  name: 'contact_submissions',
  title: 'Contact Submissions',
  description: 'Inquiries sent from the contact form.',
  required: contactForm.required,
  properties: {
    ...contactForm.properties,
    created_at: { type: 'string', title: 'Received', format: 'date-time', readOnly: true },
    updated_at: { type: 'string', title: 'Changed', format: 'date-time', readOnly: true },
  },
}
