/** Text sorts and compares without regard to case and width, but with accents. An index must have the same collation to be used. */
export const collation = { locale: 'en', strength: 2 } as const
