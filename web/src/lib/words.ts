/** `1 record`, `1,200 records`. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
