import type { TableSchema } from '@app/table-schema'
import { times } from './times'

/** News for visitors, at the top of the website. */
export const announcements: TableSchema = {
  name: 'announcements',
  title: 'Announcements',
  singular: 'Announcement',
  title_field: 'text',
  description: 'Shown at the top of the website from start to end. Without an end they stay until unpublished.',
  required: ['kind', 'text'],
  properties: {
    text: { type: 'string', title: 'Text', format: 'textarea', minLength: 5, maxLength: 300 },
    kind: {
      type: 'string',
      title: 'Kind',
      enum: ['closed', 'special', 'info'],
      enumNames: ['Closed', 'Special class', 'Information'],
      enumColors: ['red', 'purple', 'blue'],
      default: 'info',
    },
    starts_at: { type: 'string', title: 'Start', format: 'date-time' },
    ends_at: { type: 'string', title: 'End', format: 'date-time', minimum_date: { field: 'starts_at' } },
    published: { type: 'boolean', title: 'Published', default: true },
    ...times,
  },
}
