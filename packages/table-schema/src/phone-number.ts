import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

// Apart from the rest: the numbering plans of the world are larger than most screens.

/** Where a number without a country code is one of. */
const schoolCountry = 'US'

/** Elsewhere 00 is dialed before a country code. */
const parsed = (phone: string) =>
  parsePhoneNumberFromString(phone.replace(/^00(?=[1-9])/, '+'), { defaultCountry: schoolCountry, extract: false })

/**
 * By which two phone numbers are the same: their digits, with or without the country code and what is dialed before it. Of what is no
 * complete number the digits alone; `undefined` for a text without any.
 */
export function phoneKey(phone: string): string | undefined {
  const found = parsed(phone)
  if (found?.isPossible()) return `${found.number}${found.ext ? `x${found.ext}` : ''}`
  return phone.replace(/\D/g, '') || undefined
}

/** A phone number as it is read at the school; what is no complete number stays as it was typed. */
export function formattedPhone(phone: string): string {
  const found = parsed(phone)
  if (!found?.isPossible()) return phone
  return found.countryCallingCode === '1' ? found.formatNational() : found.formatInternational()
}
