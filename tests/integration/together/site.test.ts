import { part } from '../../support/shared-products'

part('pictures of the website', () => import('../website-pictures.test'))
// It logs out.
part('the product', () => import('../product.test'))
part('faults', () => import('../faults.test'))
