/** The id of a document on the wire, inside a longer pattern: 24 hex digits in lower case. */
export const objectIdSource = '[0-9a-f]{24}'

export const objectIdPattern = new RegExp(`^${objectIdSource}$`)

export const isObjectId = (value: unknown): value is string => typeof value === 'string' && objectIdPattern.test(value)
