import { clientModule } from './client'
import { openApiDocument } from './document'

// `make api-client`: the typed client of the API, for programs of developers.

const [, , file = 'archery-client.ts'] = process.argv
await Bun.write(file, clientModule(openApiDocument('https://school.example')))
process.stdout.write(`${file}\n`)
