import * as v from 'valibot'
import { emailText } from './email-text'
import { replyDraft } from './inquiries'
import { suppressedAddress } from './mail-addresses'
import { objectIdPattern } from './object-id'

/** Staff with the right to edit this table may write to people whose records they may see. */
export const mailingTable = 'lessons'
/** The tables of people who can be written to. */
export const audienceTable = v.picklist(['students', 'instructors'])
export type AudienceTable = v.InferOutput<typeof audienceTable>

/** People a mailing goes to, at most. */
export const maxRecipients = 500
/** Beyond it a mailing needs a recent sign-in. */
export const maxUnconfirmedRecipients = 100
/** Records that a mailing names, at most: they fit into a request. */
export const maxNamedRecords = 400

/** Records by id, or those of a list query. */
const about = v.pipe(
  v.strictObject({
    table: v.picklist([mailingTable, ...audienceTable.options]),
    ids: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.regex(objectIdPattern))),
        v.minLength(1),
        v.maxLength(maxNamedRecords, `Give at most ${maxNamedRecords} ids, or a query`),
      ),
    ),
    query: v.optional(v.pipe(v.string(), v.maxLength(4_096))),
  }),
  v.check(({ ids, query }) => (ids === undefined) !== (query === undefined), 'Give either ids or a query'),
)

const audience = { about, to: v.pipe(v.array(audienceTable), v.minLength(1, 'Recipients is required'), v.maxLength(2)) }
const isOfOneTable = ({ about: { table }, to }: { about: v.InferOutput<typeof about>; to: AudienceTable[] }) =>
  table === mailingTable || to.every((one) => one === table)
const otherTable = 'Records of people can only be written to themselves'

/** `POST /api/forms/mailings/recipients`: who a mailing would go to. */
export const mailingAudience = v.pipe(
  v.strictObject(audience),
  v.forward(
    v.check((given) => isOfOneTable(given), otherTable),
    ['to'],
  ),
)
export type MailingAudience = v.InferOutput<typeof mailingAudience>

/**
 * `POST /api/forms/mailings`. The recipients are those that the records refer to, or the records themselves; nobody can be
 * written to by address. `{name}` and `{first_name}` in the text are filled in for each of them.
 */
export const mailingDraft = v.pipe(
  v.strictObject({ ...audience, ...replyDraft.entries }),
  v.forward(
    v.check((given) => isOfOneTable(given), otherTable),
    ['to'],
  ),
)
export type MailingDraft = v.InferOutput<typeof mailingDraft>

/** A person who must be reached in another way. `guardian`: of a minor; `phone` is that of the guardian, where there is one. */
export const unreachable = v.object({
  table: audienceTable,
  id: v.string(),
  name: v.string(),
  guardian: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  /** An address that mailings leave out, and why; without it there is none. */
  suppressed: v.optional(suppressedAddress),
})
export type Unreachable = v.InferOutput<typeof unreachable>

/** Who a mailing goes to, each address once, and who has no address. */
export const mailingRecipients = v.object({
  recipients: v.array(v.object({ name: v.string(), email: emailText })),
  withoutAddress: v.array(unreachable),
})
export type MailingRecipients = v.InferOutput<typeof mailingRecipients>

/** The response of `POST`. Each address receives one email. */
export const mailingStarted = v.object({
  id: v.string(),
  total: v.number(),
  withoutAddress: v.array(unreachable),
})
export type MailingStarted = v.InferOutput<typeof mailingStarted>

/** `GET /api/forms/mailings/{id}`, for its author and for staff who may see the recipients' tables. */
export const mailing = v.object({
  id: v.string(),
  subject: v.string(),
  by: v.string(),
  at: v.string(),
  recipients: v.array(
    v.object({
      name: v.string(),
      email: emailText,
      /** `held`: not released yet, or never, because the right of its author ended before. */
      state: v.picklist(['held', 'pending', 'sending', 'sent', 'failed']),
      reason: v.nullable(v.string()),
    }),
  ),
})
export type Mailing = v.InferOutput<typeof mailing>
