import { expect, test } from 'vitest'
import { earlierImages } from './steps'

const repositories = ['school/auth', 'registry.example:5000/school/nginx']

test.each([
  ['school/auth:v1.2.0', true],
  ['registry.example:5000/school/nginx:v1.2.0', true],
  ['school/auth:v1.4.0', false],
  ['school/auth:v1.3.0', false],
  ['school/auth:<none>', false],
  ['mongo:7', false],
  ['other/school/auth:v1.2.0', false],
])('of %s it is %s that it goes', (image, goes) => {
  expect(earlierImages([image], repositories, ['v1.4.0', 'v1.3.0'])).toEqual(goes ? [image] : [])
})
