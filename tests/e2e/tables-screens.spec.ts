import { testScreens } from './support/accessible'
import { tableScreens } from './support/table-screens'

testScreens(tableScreens)
