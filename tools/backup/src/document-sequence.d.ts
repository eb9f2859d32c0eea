declare module 'mongodb/lib/cmap/commands' {
  export class DocumentSequence {
    constructor(field: string)
    /** Adds a document that is BSON already. */
    push(document: object, bson: Uint8Array): number
  }
}
