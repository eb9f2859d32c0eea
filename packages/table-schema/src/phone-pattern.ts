/** Beside the other patterns, which the home page does not need. */
export const phonePattern = '^[+(0-9][0-9 ()./-]{6,24}$'
