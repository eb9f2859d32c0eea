const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** The digits that count and the power of ten, so that `1.50`, `15e-1` and `1.5` are the same. */
function digits(text: string): string {
  const [mantissa = '', power = '0'] = text.toLowerCase().replace(/^\+/, '').split('e')
  const negative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const all = (whole + fraction).replace(/^0+/, '')
  const significant = all.replace(/0+$/, '')
  if (!significant) return '0'
  return `${negative ? '-' : ''}${significant}e${Number(power) - fraction.length + all.length - significant.length}`
}

/**
 * What someone typed as a number. A text that is none, or that a number could only hold rounded, stays the text that it
 * is: the check of the field then says that it must be a number.
 */
export function readNumber(text: string): number | string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!decimal.test(trimmed)) return trimmed
  const value = Number(trimmed)
  return Number.isFinite(value) && digits(String(value)) === digits(trimmed) ? value : trimmed
}
