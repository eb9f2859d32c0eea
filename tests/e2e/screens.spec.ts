import { testScreens } from './support/accessible'
import { screens } from './support/screens'

testScreens(screens)
