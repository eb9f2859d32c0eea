const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Significant digits and exponent: the same for `1.50`, `15e-1` and `1.5`. */
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
 * Parses a typed number. Text that is no number, or that would be rounded, stays text, so that the field's validation
 * refuses it.
 */
export function readNumber(text: string): number | string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (!decimal.test(trimmed)) return trimmed
  const value = Number(trimmed)
  return Number.isFinite(value) && digits(String(value)) === digits(trimmed) ? value : trimmed
}
