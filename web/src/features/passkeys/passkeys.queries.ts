import { listPasskeys } from '@app/contracts/passkeys'
import { queryOf } from '#lib/call-query'

export const passkeysQuery = queryOf(listPasskeys)
