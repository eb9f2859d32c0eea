let count = 0

/** An inquiry that differs from every other one. */
export const inquiry = (change: Record<string, unknown> = {}) => ({
  formId: 'contact_form',
  name: 'Zoë Quinn',
  email: 'zoe+club@example.com',
  interest: 'Birthday Party',
  message: `A party for ten children on a Saturday, please. (${process.pid}-${Date.now()}-${count++})`,
  ...change,
})
