import { inquiryExtension } from '../inquiries/inquiry-extension'
import type { TableExtension } from './extension'

const extensions: Readonly<Record<string, TableExtension>> = {
  contact_submissions: inquiryExtension,
}

const none: TableExtension = {}

/** What a table adds to the dashboard: mostly nothing. */
export const extensionOf = (table: string): TableExtension =>
  Object.hasOwn(extensions, table) ? extensions[table]! : none
