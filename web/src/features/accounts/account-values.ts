import { comparable } from '@app/contracts/comparable'
import type { AccountSettings, ServiceAccount } from '@app/contracts/service-accounts'
import { ownTable } from '@app/contracts/users'
import { schoolDay } from '@app/school-time/school-day'
import { type AccessValues, emptyAccess, type Table } from '#features/people/access-values'
import { dateText } from '#lib/school-time'

/** When an account ends: after some days from now, never, or as it is. */
export type Expiry = '30' | '90' | '365' | 'never' | 'kept'

/** The values of the form of a service account. */
export type AccountValues = { access: AccessValues; networks: string; expiry: Expiry }

/**
 * A new account: it reads the lessons, which are the least personal, until its rights are chosen.
 * @param names of the other accounts, which it cannot have
 */
export function proposedAccount(tables: readonly Table[], names: readonly string[]): AccountValues {
  const rights: AccessValues['rights'] = tables.some(({ name }) => name === ownTable) ? { [ownTable]: 'view' } : {}
  const plain = `Script of ${dateText(schoolDay())}`
  const known = new Set(names.map(comparable))
  let name = plain
  for (let at = 2; at <= names.length + 1 && known.has(comparable(name)); at++) name = `${plain} (${at})`
  return { access: { ...emptyAccess, name, rights }, networks: '', expiry: '90' }
}

export const valuesOf = ({ name, rights, exports, networks }: ServiceAccount): AccountValues => ({
  access: { ...emptyAccess, name, rights, exports },
  networks: networks.join('\n'),
  expiry: 'kept',
})

const dayMs = 24 * 60 * 60 * 1_000

/** @param kept the expiry that the account has */
export function settingsOf({ access, networks, expiry }: AccountValues, kept: string | null): AccountSettings {
  const expiresAt =
    expiry === 'kept' ? kept : expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * dayMs).toISOString()
  const { name, exports } = access
  // The form does not offer it; the server refuses it.
  const rights = access.rights as AccountSettings['rights']
  return { name, rights, exports, expiresAt, networks: networks.split(/[\s,]+/).filter(Boolean) }
}
