import { matchesPattern } from './pattern'
import { createValidation } from './validation'

/** The checks for values and patterns of anyone: the time of a check grows with the length of the text, never faster. */
export const { validateField, fieldError, validateRecord } = createValidation(matchesPattern)
