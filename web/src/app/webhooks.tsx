import { WebhooksPage } from '#features/people/webhooks/webhooks-page'
import { useSharedTables } from './shared-tables'

/** The webhooks with the tables whose events they may receive. */
export const Webhooks = () => <WebhooksPage tables={useSharedTables()} />
