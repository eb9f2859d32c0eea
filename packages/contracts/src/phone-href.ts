/** `(555) 010-0142` -> `tel:+15550100142`; a number without a country is an American one. */
export function phoneHref(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `tel:+${phone.startsWith('+') || digits.length > 10 ? digits : `1${digits}`}`
}
