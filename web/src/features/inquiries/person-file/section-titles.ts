import { type PersonFile, type PersonSection, personSections } from '@app/contracts/person-file'

/** In the order of the page. */
const titles: Record<PersonSection, string> = {
  records: 'Records',
  consents: 'Consents',
  waivers: 'Signed waivers',
  lessons: 'Named in',
  incoming: 'Messages, replies and notes',
  copies: 'Copies of replies to others',
  mailings: 'Mailings',
  suppression: 'Unsubscribed and blocked',
  trash: 'In the trash',
  files: 'Files of records',
  replyFiles: 'Files sent with replies',
  received: 'Bookings that came in',
  bookings: 'Known at booking services as',
  imports: 'Imported files that mention the address',
  history: 'History',
}

/** The sections that hold something. */
export const filledSections = ({ sections }: Pick<PersonFile, 'sections'>) =>
  (Object.keys(titles) as PersonSection[]).flatMap((id) => {
    const entries = sections[id] ?? []
    return entries.length > 0 ? [{ id, title: titles[id], entries }] : []
  })

/** How many places of the list hold nothing. */
export const emptyTitles = ({ sections }: Pick<PersonFile, 'sections'>) =>
  personSections.flatMap((id) => (sections[id]?.length ? [] : [titles[id]]))
