import { csv } from './parsers/csv'
import { emailAddress } from './parsers/email-address'
import { importFile } from './parsers/import-file'
import { jsonBody } from './parsers/json-body'
import { listQuery } from './parsers/list-query'
import { mail } from './parsers/mail'
import { record } from './parsers/record'
import { richText } from './parsers/rich-text'
import { schema } from './parsers/table-schema'
import { sessionToken } from './parsers/token'

/** Every parser of outside input. */
export const parsers = [
  listQuery,
  schema,
  record,
  csv,
  importFile,
  richText,
  sessionToken,
  emailAddress,
  jsonBody,
  mail,
]
