import { doc } from './call-doc'
import { exampleId, idempotencyDoc } from './parameters.doc'
import { submitForm } from './submissions'

export const submitFormDoc = doc(submitForm, {
  tag: 'Inquiries',
  summary: 'Send a form',
  description:
    'Stores what a visitor filled in, together with the emails it causes, before it responds. The fields are those of the stored form; the contact form has name, email, interest and message.',
  parameters: idempotencyDoc('One value per filled-in form: a repeated request gets the first response.'),
  body: {
    example: {
      formId: 'contact_form',
      name: 'Zoë Quinn',
      email: 'zoe@example.com',
      interest: 'Birthday Party',
      message: 'A party for ten children on a Saturday, please.',
    },
  },
  responses: {
    200: {
      description: 'Stored.',
      example: {
        success: true,
        message: 'Thank you for your message. We will respond within 24 hours.',
        id: exampleId,
      },
    },
  },
  errors: {
    invalid_request: 'The Idempotency-Key is not valid.',
    not_found: 'There is no such form.',
    duplicate: 'The same message was sent within the last day.',
    invalid_input: 'Fields are missing or not valid.',
  },
})
