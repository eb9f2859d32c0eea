/** Text sorts and compares without regard to case and width, but with accents. An index must have the same collation to be used. */
export const collation = { locale: 'en', strength: 2 } as const

/**
 * Texts that are equal by `comparable` are equal here, and some others: blanks, quotes, dashes and invisible signs do not count at
 * all. No index has it: for few queries over one table, whose results are compared again.
 */
export const looseCollation = { ...collation, alternate: 'shifted' } as const
