import { testScreens } from './support/accessibility'
import { signInScreens } from './support/sign-in-screens'
import { test } from './support/test'

// Any worker takes the next one.
test.describe.configure({ mode: 'parallel' })
testScreens(signInScreens)
