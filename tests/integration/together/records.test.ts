import { part } from '../../support/shared-products'

// It counts lessons from none.
part('records', () => import('../tables-records.test'))
// It names every student.
part('references', () => import('../forbidden-references.test'))
// It ends the sessions of everybody.
part('rights', () => import('../rights.test'))
