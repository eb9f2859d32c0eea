import { testScreens } from './support/accessibility'
import { screens } from './support/screens'
import { test } from './support/test'

// Any worker takes the next one.
test.describe.configure({ mode: 'parallel' })
testScreens(screens)
