import { part } from '../../support/shared-products'

// It counts inquiries from none.
part('a synthetic inquiry', () => import('../synthetic-inquiry.test'))
part('deleted inquiries', () => import('../inquiry-deleted.test'))
part('work on inquiries', () => import('../inquiry-staff.test'))
part('what is accepted', () => import('../inquiry-accept.test'))
part('restarts of the edge', () => import('../edge-restarts.test'))
part('pictures of the website', () => import('../website-pictures.test'))
// It logs out.
part('the product', () => import('../product.test'))
part('faults', () => import('../faults.test'))
