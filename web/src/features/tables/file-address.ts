/** Where an uploaded file can be fetched; nothing for a value that is no address of ours. */
export const fileAddress = (value: string) => (/^\/api\/files\/[0-9a-f]{24}$/.test(value) ? value : undefined)
