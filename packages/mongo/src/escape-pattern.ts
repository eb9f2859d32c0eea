/** A pattern, for `$regex` as for `RegExp`, that matches the text literally. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
