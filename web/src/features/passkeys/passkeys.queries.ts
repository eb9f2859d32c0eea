import { listPasskeys } from '@app/contracts/calls/passkeys'
import { queryOf } from '#lib/call-query'

export const passkeysQuery = queryOf(listPasskeys)
