import { testScreens } from './support/accessible'
import { signInScreens } from './support/sign-in-screens'

testScreens(signInScreens)
