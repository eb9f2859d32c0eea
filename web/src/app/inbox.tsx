import { InboxPage } from '#features/inquiries/inbox/inbox-page'
import { useUser } from '#features/sign-in/user'
import { PersonRecords } from './person-records'

/** The inbox of the signed-in user. */
export const Inbox = () => <InboxPage userId={useUser()?.id} Records={PersonRecords} />
