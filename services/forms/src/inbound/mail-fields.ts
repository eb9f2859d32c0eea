/** The fields of a head with the lines that continue each, as the mail parser finds them: a line ends with LF. Each sign is read once. */
export const fieldsIn = (head: string): string[] => head.split(/\n(?![ \t])/)

/** The name of a field, in lower case. The older syntax has blanks, also in a further line, before the colon (RFC 5322, 4.5). */
export const fieldName = (field: string): string =>
  field
    .slice(0, Math.max(0, field.indexOf(':')))
    .trim()
    .toLowerCase()

/** A text in which each field is one line. */
export const unfolded = (text: string): string => text.replace(/\r?\n[ \t]+/g, ' ')

/** The values of the fields of a name, which is in lower case, the topmost first. Each is one line. */
export const fieldValues = (head: string, name: string): string[] =>
  fieldsIn(head).flatMap((field) =>
    fieldName(field) === name ? unfolded(field.slice(field.indexOf(':') + 1)).trim() : [],
  )
