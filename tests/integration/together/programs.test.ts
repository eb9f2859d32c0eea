import { part } from '../../support/shared-products'

// It counts events from none, and names the only lesson of tomorrow.
part('events', () => import('../events.test'))
part('work for several', () => import('../work-for-several.test'))
