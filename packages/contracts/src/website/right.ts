/** The right on the public page is stored and checked like a right on a table of this name. */
export const websiteRight = 'website'
