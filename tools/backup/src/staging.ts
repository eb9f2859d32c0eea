import { installationName } from '@app/mongo/installation'
import { restoreStateName } from '@app/mongo/restore-state'

/**
 * A restore stores everything under other names first, in the same database, so that the product can run meanwhile and the exchange is
 * a renaming. What it replaces is renamed as well, and archived before it is dropped.
 */
export const prefixes = { staged: 'restoring.', replaced: 'replaced.' } as const
export type Prefix = '' | (typeof prefixes)[keyof typeof prefixes]

/** The beginning of the names of collections that programs have created in the place of one that was set aside. A number follows. */
export const meanwhile = (name: string) => `${name}.meanwhile-`

/** Of this database, not of its content: neither archived, nor exchanged. */
export const isIdentity = (name: string) => name === installationName

export const isSetAside = (name: string) => Object.values(prefixes).some((prefix) => name.startsWith(prefix))

/** Says how far the restore is, so it is no staged collection although its name begins like one. */
export const isState = (name: string) => name === restoreStateName
