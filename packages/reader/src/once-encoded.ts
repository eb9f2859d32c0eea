import { isUtf8 } from 'node:buffer'

/** The bytes of signs in Windows-1252, those that it leaves free as Latin-1 has them. */
const bytes = new Map<string, number>()
const western = new TextDecoder('windows-1252')
for (let byte = 0x80; byte <= 0xff; byte++) {
  bytes.set(String.fromCharCode(byte), byte)
  bytes.set(western.decode(Uint8Array.of(byte)), byte)
}

function onceEncodedRun(run: string): string {
  const own = Array.from(run, (sign) => bytes.get(sign))
  if (own.length < 2 || own.includes(undefined)) return run
  const text = Buffer.from(own as number[])
  return isUtf8(text) ? text.toString() : run
}

export const encodedTwice = 'were encoded twice, and are read as they were meant'

/** A text as it was meant where UTF-8 was taken for Windows-1252 on its way: `JosÃ©` is José. All others as they are. */
export const onceEncoded = (text: string): string => text.replace(/[\u0080-\uffff]+/g, onceEncodedRun)
