import { expect } from 'vitest'
import { keepLogsOf } from '../runner/product-logs'

// Vitest runs this before each test file, whose products then leave their logs when it fails.
keepLogsOf(expect.getState().testPath)
