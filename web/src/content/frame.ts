/** Texts of the page's frame, which is never hydrated. */

export const bowParts = ['tip and nock', 'limb', 'grip', 'string', 'fistmele: a fist with the thumb up'] as const

/** The towns that the drawn map shows, and what it shows of them. */
export const mapTowns = ['Roseville', 'Sacramento'] as const
export const mapText = `Map: ${mapTowns[0]} lies north-east of ${mapTowns[1]}, on the other side of the American River.`

export const labels = {
  map: 'Map',
  home: 'Back to the website',
  quickLinks: 'Quick links',
  top: 'Back to Top',
  floating: 'Scroll to top',
  elsewhere: 'Find us elsewhere',
} as const
