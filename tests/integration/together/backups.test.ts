import { part } from '../../support/shared-products'

// Its services run; a backup leaves them stopped.
part('the signed audit', () => import('../audit-signed.test'))
part('backups', () => import('../backup.test'))
