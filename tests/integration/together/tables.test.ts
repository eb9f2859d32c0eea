import { part } from '../../support/shared-products'

part('exports', () => import('../tables-export.test'))
part('imports', () => import('../tables-import.test'))
part('batches', () => import('../tables-batches.test'))
part('jobs', () => import('../jobs.test'))
part('the schema editor', () => import('../schema-editor.test'))
part('publications', () => import('../publish-schema.test'))
// It stops Redis.
part('limits', () => import('../tables-limits.test'))
