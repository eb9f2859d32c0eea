import { type Erasure, erasureCollection } from '@app/contracts/erasures'
import type { Addresses } from '../addresses/module'
import type { Context, ServicePart } from '../context'
import type { Inbound } from '../inbound/module'
import type { Mailings } from '../mailings/module'
import type { Replies } from '../replies/module'
import { eraseAddress } from './erase-address'
import { erasureRequests } from './erasure-requests'
import { erasureRoutes } from './routes'

type Below = { addresses: Addresses; mailings: Mailings; inbound: Inbound; replies: Replies }

/** Removes what is kept about a person. */
export const peopleModule = ({ collection, audit, log }: Context, below: Below) => ({
  service(): ServicePart {
    const erase = eraseAddress({
      erasures: erasureRequests(() => collection<Erasure>(erasureCollection)),
      mailings: below.mailings.mailings,
      mailAddresses: below.addresses.mailAddresses,
      inbound: below.inbound.inbound,
      files: below.replies.files,
    })
    return { routes: erasureRoutes({ erase, audit, log }) }
  },
})
