import { matchesOffered } from './pattern'
import { createValidation, enteredText } from './record-validation'

/** The checks of a browser, without an engine for patterns that are not offered. */
export const { validateField, fieldError, validateRecord } = createValidation({
  matches: matchesOffered,
  entered: enteredText,
})
