import { listPasskeys } from '@app/contracts/passkeys'
import { queryOf } from '#lib/queries'

export const passkeysQuery = queryOf(listPasskeys)
