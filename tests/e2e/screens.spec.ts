import { testScreens } from './support/accessibility'
import { screens } from './support/screens'

testScreens(screens)
