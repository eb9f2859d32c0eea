/** Null, a text without a visible character, or an empty list. */
export const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(value)) ||
  (Array.isArray(value) && value.length === 0)
