const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** `$350`, or `$12.50`. */
export const priceText = (price: number) => dollars.format(price)

/** The title of a service card as visitors read it: `{price}` is the card's price, and goes where the card has none. */
export const cardTitle = (title: string, price: unknown) =>
  title.includes('{price}')
    ? title
        .replaceAll('{price}', typeof price === 'number' && Number.isFinite(price) ? priceText(price) : '')
        .replace(/\s+/g, ' ')
        .trim()
    : title
