/** `1,200`. */
export const numberText = (count: number) => count.toLocaleString('en-US')

/** `record`, `records`. */
export const plural = (count: number, one: string, many = `${one}s`) => (count === 1 ? one : many)

/** `1 record`, `1,200 records`. */
export const counted = (count: number, one: string, many?: string) => `${numberText(count)} ${plural(count, one, many)}`

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `240 KB`, `1.2 MB`. */
export function sizeText(bytes: number) {
  if (bytes < 1_000_000) return `${numberText(Math.round(bytes / 1_000))} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
