/** Says whose text belongs here, and nothing else: what a waiver must say is for the school's lawyer. Nobody can sign it. */
export const placeholderText = `Replace this text with the waiver your lawyer gave you.

This is only a placeholder. Nobody can sign it.

An admin replaces it in the dashboard, under Settings, Waiver.`

/** Among sample records, so that signing can be tried. */
export const sampleText = `SAMPLE TEXT, NOT A WAIVER

This text came with the sample records, to try how a waiver is read and signed. It says nothing about archery, and who signs it agrees to nothing.

A school publishes the waiver its lawyer gave it in the dashboard, under Settings, Waiver.`
