/**
 * Every place that holds what belongs to a person. An erasure empties each of them and the person file shows each of them, so
 * nothing is erased that could not be seen before, or the reverse. `records` with `trash`, `history`, `copies` and `waivers` come first:
 * they say which records the others are about.
 */
export const personPlaces = [
  'records',
  'trash',
  'history',
  'copies',
  'waivers',
  'mailings',
  'incoming',
  'suppression',
  'replyFiles',
  'received',
  'bookings',
  'imports',
  'files',
  'website',
] as const
export type PersonPlace = (typeof personPlaces)[number]

/** Places that admin-tables erases in several passes, because records may be written at the same moment. */
export type RecordPlace = Extract<PersonPlace, 'records' | 'trash' | 'history' | 'copies' | 'waivers'>
/** Places that forms erases. */
export type MailPlace = Extract<PersonPlace, 'mailings' | 'incoming' | 'suppression' | 'replyFiles'>
/** Places that admin-tables erases once the records are gone. */
export type LaterPlace = Exclude<PersonPlace, RecordPlace | MailPlace>

/** Filters on the collections of forms, for those who erase and those who show. */
export const aboutPerson = {
  mailings: (email: string) => ({ $or: [{ 'mails.to': email }, { 'held.to': email }] }),
  /** @param inquiries of the address: mail in their conversations counts, whoever it is from */
  incoming: <Id>(email: string, inquiries: readonly Id[]) => ({
    $or: [
      { sender: email },
      { inquiry_email: email },
      { 'from.address': email },
      { 'to.address': email },
      { 'envelope.from': email },
      { inquiry: { $in: [...inquiries] } },
    ],
  }),
  suppression: (email: string) => ({ _id: email }),
  /** @param inquiries of the address */
  replyFiles: <Id>(email: string, inquiries: readonly Id[]) => ({
    $or: [{ 'metadata.email': email }, { 'metadata.inquiry': { $in: [...inquiries] } }],
  }),
} satisfies Record<MailPlace, unknown>
