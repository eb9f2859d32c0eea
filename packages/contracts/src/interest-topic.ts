import type { CardIcon } from './site'

/** The service that an interest of the contact form is about. One that the school has added itself has none. */
export const interestTopics: Readonly<Record<string, CardIcon>> = {
  Lessons: 'lessons',
  'Birthday Party': 'party',
  'Corporate Event': 'team',
  'Bow Building': 'bow',
  Leagues: 'league',
}
