/** An admin of the product under test. */
export const adminEmail = 'coach@archery.example'

export const visitor = {
  name: 'Zoë O’Hara',
  email: 'zoe.ohara@visitor.example',
  interest: { value: 'Birthday Party', label: 'Birthday Party' },
  message: 'A party for 12 children, please — aged 9 to 11,\non a Saturday in May. <b>Thanks & regards</b>',
}
