/** The samples of a metric in Prometheus' text format, as labels and value. */
export function samplesOf(text: string, name: string): { labels: string; value: number }[] {
  return text.split('\n').flatMap((line) => {
    const [, found, labels = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    return found === name ? [{ labels, value: Number(value) }] : []
  })
}

export const sumOf = (text: string, name: string, label = '') =>
  samplesOf(text, name)
    .filter(({ labels }) => labels.includes(label))
    .reduce((sum, { value }) => sum + value, 0)

/** Seconds as a person reads them: 42 s, 3 min, 5 h, 2 d. */
export function inWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}
