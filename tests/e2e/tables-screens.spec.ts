import { testScreens } from './support/accessibility'
import { tableScreens } from './support/table-screens'

testScreens(tableScreens)
