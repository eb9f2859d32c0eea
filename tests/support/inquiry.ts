let count = 0

/** A valid inquiry with a unique message. */
export const inquiry = (change: Record<string, unknown> = {}) => ({
  formId: 'contact_form',
  name: 'Zoë Quinn',
  email: 'zoe+club@example.com',
  interest: 'Birthday Party',
  message: `A party for ten children on a Saturday, please. (${process.pid}-${Date.now()}-${count++})`,
  ...change,
})
