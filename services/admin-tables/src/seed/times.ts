/** The two times that every record has, as columns would show them. */
export const times = {
  created_at: { type: 'string', title: 'Created', format: 'date-time', readOnly: true },
  updated_at: { type: 'string', title: 'Changed', format: 'date-time', readOnly: true },
}
