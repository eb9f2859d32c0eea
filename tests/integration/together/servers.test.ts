import { part } from '../../support/shared-products'

part('writes and their history', () => import('../writes-replay.test'))
part('restores that are interrupted', () => import('../restore-interrupted.test'))
part('readiness', () => import('../readiness.test'))
part('replicas that are replaced', () => import('../replicas-replaced.test'))
