import { part } from '../../support/shared-products'

// It counts the requests of a client address from none.
part('codes', () => import('../auth-codes.test'))
part('sessions', () => import('../auth-sessions.test'))
// It stops MongoDB.
part('observability', () => import('../observability.test'))
