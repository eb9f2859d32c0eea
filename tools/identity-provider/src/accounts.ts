import { createHash } from 'node:crypto'

/** `hosted`: the provider hosts the mail of the address's domain, which the claim `hd` then names. */
export type Account = { id: string; email: string; verified: boolean; hosted: boolean }

/** The accounts used since the start. One address is one account, with the properties of its latest sign-in. */
export function createAccounts() {
  const byId = new Map<string, Account>()
  return {
    remember({ email, verified, hosted }: Omit<Account, 'id'>): Account {
      const id = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 24)
      const account = { id, email, verified, hosted }
      byId.set(id, account)
      return account
    },
    find: (id: string) => byId.get(id),
  }
}

export type Accounts = ReturnType<typeof createAccounts>
