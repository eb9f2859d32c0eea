import type { Digests } from './changes'

/** Collections that come and go by themselves, so that less of them is no loss. */
const passing =
  /^(sessions|login_codes|oauth_transactions|passkey_challenges|pending_links|notice_marks|jobs|batches|imports|import_files\..*|feed_.*|webhook_deliveries|received_deliveries|site_visits|mail_recipients|mail_setup|inbound_doors|inbound_quotas|inbound_erased|audit_.*)$|\.chunks$/
export const isLasting = (name: string) => !passing.test(name)

/** Less: most changes of a small database are larger than half of it. */
const notable = 50

/** True if more than half of the lasting documents have vanished. */
export const hasVanished = (before: number, now: number) => before >= notable && now < before / 2

/** The number of lasting documents in these collections. */
export const lastingIn = (known: ReadonlyMap<string, Digests>) =>
  [...known].reduce((sum, [name, digests]) => sum + (isLasting(name) ? digests.size : 0), 0)
