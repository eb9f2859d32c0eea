import { testScreens } from './support/accessibility'
import { signInScreens } from './support/sign-in-screens'

testScreens(signInScreens)
