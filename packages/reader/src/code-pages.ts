/** Bytes from 0x80 in character sets of DOS and of old Macs, which the decoders of browsers do not have. */
const pages: Readonly<Record<string, string>> = {
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  ibm857:
    'ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\ufffdÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\ufffd×ÚÛÙìÿ¯´\u00ad±\ufffd¾¶§÷¸°¨·¹³²■\u00a0',
  ibm862:
    'אבגדהוזחטיךכלםמןנסעףפץצקרשת¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ibm737:
    'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u00a0',
  ibm869:
    '\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdΆ\ufffd·¬¦‘’Έ―ΉΊΪΌ\ufffd\ufffdΎΫ©Ώ²³ά£έήίϊΐόύΑΒΓΔΕΖΗ½ΘΙ«»░▒▓│┤ΚΛΜΝ╣║╗╝ΞΟ┐└┴┬├─┼ΠΡ╚╔╩╦╠═╬ΣΤΥΦΧΨΩαβγ┘┌█▄δε▀ζηθικλμνξοπρσςτ΄\u00ad±υφχ§ψ΅°¨ωϋΰώ■\u00a0',
  'x-mac-greek':
    'Ä¹²É³ÖÜ΅àâä΄¨çéèêë£™îï•½‰ôö¦€ùûü†ΓΔΘΛΞΠß®©ΣΪ§≠°·Α±≤≥¥ΒΕΖΗΙΚΜΦΫΨΩάΝ¬ΟΡ≈Τ«»…\u00a0ΥΧΆΈœ–―“”‘’÷ΉΊΌΎέήίόΏύαβψδεφγηιξκλμνοπώρστθωςχυζϊϋΐΰ\u00ad',
  'x-mac-ce':
    'ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅņŃ¬√ńŇ∆«»…\u00a0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ',
}
const names: readonly [name: RegExp, page: string][] = [
  // 437 differs in Greek letters and lines of boxes.
  [/^(?:ibm|cp|cs(?:pc)?|dos|x-cp)?-?_?(?:437|850|858)$/, 'ibm850'],
  [/^(?:ibm|cp|cs(?:pc)?|dos|x-cp)?-?_?852$/, 'ibm852'],
  [/^(?:ibm|cp|cs(?:pc)?|dos|x-cp)?-?_?857$/, 'ibm857'],
  [/^(?:ibm|cp|cs(?:pc)?|dos|x-cp|x-ibm)?-?_?862$/, 'ibm862'],
  [/^(?:ibm|cp|cs(?:pc)?|dos|x-cp|x-ibm)?-?_?737$/, 'ibm737'],
  [/^(?:ibm|cp|cs(?:pc)?|dos|x-cp|x-ibm)?-?_?869$/, 'ibm869'],
  [/^(?:x-)?mac-?greek$/, 'x-mac-greek'],
  [/^(?:x-mac-ce|x-mac-centraleurroman|mac-?centraleurope|mac-?latin-?2)$/, 'x-mac-ce'],
]

/** The code page of a name, or `undefined`. */
export const codePage = (label: string): string | undefined =>
  names.find(([name]) => name.test(label.trim().toLowerCase()))?.[1]

/** The text of bytes in a code page. */
const fromCodePage = (page: string, bytes: Uint8Array): string => {
  const letters = pages[page]!
  let text = ''
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : letters[byte - 0x80]
  return text
}

type Decoder = { encoding: string; decode: (bytes?: Uint8Array, how?: { stream: boolean }) => string }

/** Bun decodes more encodings than its types list. @throws RangeError for a name that is not known */
export function decoderOf(encoding: string, how?: { fatal: true }): Decoder {
  const page = codePage(encoding)
  if (page) return { encoding: page, decode: (bytes = new Uint8Array()) => fromCodePage(page, bytes) }
  return new TextDecoder(encoding as Bun.Encoding, how) as Decoder
}
