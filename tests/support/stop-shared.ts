import { afterAll } from 'vitest'
import { stopShared } from './shared-products'

// Vitest runs this before each test file: the files of a worker share its modules, but no product.
afterAll(stopShared)
