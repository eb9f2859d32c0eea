import { matchesPattern } from './match-pattern'
import { enteredText } from './phone-field'
import { createValidation } from './record-validation'

/** The checks of the services, for values and patterns of anyone. */
export const { validateField, fieldError, validateRecord } = createValidation({
  matches: matchesPattern,
  entered: enteredText,
})
