/** "R. Brook 916-555-0142" as a name and a phone number, the way a number may be stored. */
export function splitPhone(text: string): { name: string; phone?: string } {
  const [, name, phone] = /^(.*?)[\s,;:]+([+(\d][\d ()./-]{6,24})$/.exec(text.trim()) ?? []
  const isPhone = phone !== undefined && phone.replace(/\D/g, '').length >= 7
  return name && isPhone ? { name: name.trim(), phone: phone.trim() } : { name: text.trim() }
}
