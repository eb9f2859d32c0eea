import { matchesPattern } from './match-pattern'
import { createValidation, enteredText } from './record-validation'

/** The checks of the services, for values and patterns of anyone. */
export const { validateField, fieldError, validateRecord } = createValidation({
  matches: matchesPattern,
  entered: enteredText,
})
