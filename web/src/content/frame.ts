/** Texts of the page's frame, which is never hydrated. */

export const bowParts = ['tip and nock', 'limb', 'grip', 'string', 'fistmele: a fist with the thumb up'] as const

export const labels = {
  map: 'Map',
  instructors: 'Instructors',
  home: 'Back to the website',
  quickLinks: 'Quick links',
  top: 'Back to Top',
  floating: 'Scroll to top',
  elsewhere: 'Find us elsewhere',
} as const
