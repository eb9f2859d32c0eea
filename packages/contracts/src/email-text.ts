import * as v from 'valibot'

/** A text that is an email address, as the API reference says it. What receives one checks it with `normalEmail`. */
export const emailText = v.string()
