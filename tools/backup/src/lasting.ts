import type { Digests } from './changes'

/** What comes and goes by itself, so that less of it is no loss. */
const passing =
  /^(sessions|login_codes|oauth_transactions|passkey_challenges|pending_links|notice_marks|jobs|batches|imports|import_files\..*|feed_.*|webhook_deliveries|received_deliveries|site_visits|mail_setup|inbound_doors|audit_.*)$|\.chunks$/
export const isLasting = (name: string) => !passing.test(name)

/** Less: most changes of a small database are larger than half of it. */
const notable = 50

/** Whether more than half of the lasting documents have vanished. */
export const hasVanished = (before: number, now: number) => before >= notable && now < before / 2

/** How many lasting documents these collections hold. */
export const lastingIn = (known: ReadonlyMap<string, Digests>) =>
  [...known].reduce((sum, [name, digests]) => sum + (isLasting(name) ? digests.size : 0), 0)
