import { part } from '../../support/shared-products'

part('pictures of the website', () => import('../website-pictures.test'))
// It logs out, and the next code for an address comes a minute after the one before.
part('the product', () => import('../product.test'))
part('faults', () => import('../faults.test'))
