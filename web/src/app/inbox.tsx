import { InboxPage } from '#features/inquiries/inbox/inbox-page'
import { SenderRecordsContext } from '#features/inquiries/inbox/sender-records'
import { useUser } from '#features/sign-in/user'
import { PersonRecords } from './person-records'
import { SenderRecords } from './sender-records'

/** The inbox of the signed-in user. */
export const Inbox = () => (
  <SenderRecordsContext value={SenderRecords}>
    <InboxPage userId={useUser()?.id} Records={PersonRecords} />
  </SenderRecordsContext>
)
