import { BSON, type Document } from 'mongodb'

/** The elements of a document without its values: type, place and length of the name, place and length of the value. */
const elementsOf = (document: Buffer) => BSON.onDemand.parseToElements(document)

/** The `_id` of a document with its type, in a form that can be the key of a map. */
export function idKeyOf(document: Buffer): string {
  for (const [type, nameAt, nameLength, at, length] of elementsOf(document))
    if (document.toString('latin1', nameAt, nameAt + nameLength) === '_id')
      return String.fromCharCode(type) + document.toString('latin1', at, at + length)
  throw new Error('A document has no _id')
}

/** A document of the `_id` alone. */
export function documentOfId(key: string): Buffer {
  const element = Buffer.concat([
    Buffer.from(key.slice(0, 1), 'latin1'),
    Buffer.from('_id\0'),
    Buffer.from(key.slice(1), 'latin1'),
  ])
  const document = Buffer.alloc(element.length + 5)
  document.writeInt32LE(document.length)
  element.copy(document, 4)
  return document
}

/** The `_id` as the driver takes it in a filter, with its exact type. */
export const idOf = (key: string): unknown =>
  (BSON.deserialize(documentOfId(key), { promoteValues: false }) as Document)['_id']
