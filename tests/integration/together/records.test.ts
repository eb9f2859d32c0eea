import { part } from '../../support/shared-products'

// It counts events from none, and names the only lesson of tomorrow.
part('events', () => import('../events.test'))
part('work for several', () => import('../work-for-several.test'))
// It counts lessons from none: the others remove theirs.
part('records', () => import('../tables-records.test'))
// It names every student.
part('references', () => import('../forbidden-references.test'))
// It ends the sessions of everybody.
part('rights', () => import('../rights.test'))
