import { part } from '../../support/shared-products'

// It removes the sample records, and brings them back.
part('first steps and sample records', () => import('../setup.test'))
part('fuzzed requests', () => import('../fuzz.test'))
