/** The address of an uploaded file; undefined for any other text. */
export const fileAddress = (value: string) => (/^\/api\/files\/[0-9a-f]{24}$/.test(value) ? value : undefined)
