import type { BearerDeps } from './identify'

/** For `identify` where no service account exists. */
export const noAccounts: BearerDeps = {
  accounts: { bySecret: async () => undefined, hasOwner: async () => false, touch: async () => {} },
  addressOf: () => undefined,
}
