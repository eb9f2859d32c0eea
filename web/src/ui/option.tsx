/** One choice of a `<select>`. */
export const option = (value: string | number, label: string) => (
  <option key={value} value={value}>
    {label}
  </option>
)
