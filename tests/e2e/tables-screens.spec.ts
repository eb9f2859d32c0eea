import { testScreens } from './support/accessibility'
import { tableScreens } from './support/table-screens'
import { test } from './support/test'

// Any worker takes the next one.
test.describe.configure({ mode: 'parallel' })
testScreens(tableScreens)
