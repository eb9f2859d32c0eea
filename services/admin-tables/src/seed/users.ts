import type { TableSchema } from '@app/table-schema'

/** People who have signed in or were invited. Their ids at providers and their credentials are not shown. */
export const users: TableSchema = {
  name: 'users',
  title: 'Users',
  singular: 'User',
  title_field: 'email',
  description: 'People who have signed in or were invited. Admins and staff may use this dashboard.',
  required: ['email', 'role'],
  creatable: false,
  properties: {
    email: { type: 'string', title: 'Email', format: 'email', readOnly: true },
    name: { type: 'string', title: 'Name', maxLength: 100 },
    role: { type: 'string', title: 'Role', enum: ['admin', 'staff', 'user'], enumNames: ['Admin', 'Staff', 'User'] },
    provider: {
      type: 'string',
      title: 'Signs in with',
      enum: ['code', 'google'],
      enumNames: ['Login code', 'Google'],
      readOnly: true,
    },
    created_at: { type: 'string', title: 'Added', format: 'date-time', readOnly: true },
    updated_at: { type: 'string', title: 'Changed', format: 'date-time', readOnly: true },
  },
}
