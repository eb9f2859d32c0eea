import type { TableSchema } from '@app/table-schema'
import { expect, test } from 'vitest'
import { readWorkbook } from '../imports/workbook/read-workbook'
import { workbookFile } from './workbook-file'

const schema: TableSchema = {
  name: 'students',
  title: 'Students: [2026]',
  properties: {
    name: { type: 'string', title: 'Full Name' },
    born: { type: 'string', format: 'date' },
    seen_at: { type: 'string', format: 'date-time' },
    fee: { type: 'number' },
    signed: { type: 'boolean', title: 'Signed' },
    level: { type: 'string', enum: ['b'], enumNames: ['Beginner'] },
  },
}
const record = {
  id: 'f'.repeat(24),
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  name: '=1+1 & <b> _x0041_\u0001',
  born: '2014-02-28',
  seen_at: '2026-11-28T18:30:00.000Z',
  fee: 12.5,
  signed: true,
  level: 'b',
}

function written(options: Parameters<typeof workbookFile>[1], rows: (typeof record)[]) {
  const file = workbookFile(schema, options)
  return Buffer.concat([file.begin(), ...rows.map((row) => file.rows([row], undefined)), file.end()])
}

test('a workbook holds dates, times of the school, numbers and texts that stay texts', async () => {
  const columns = ['name', 'born', 'seen_at', 'fee', 'signed', 'level']
  const [sheet] = await readWorkbook(
    written({ values: 'labels', columns }, [record, { ...record, born: '1850-01-01' }]),
  )
  expect(sheet?.name).toBe('Students   2026')
  expect(sheet?.text.split('\r\n')).toEqual([
    'Full Name,Born,Seen At,Fee,Signed,Level',
    "'=1+1 & <b> _x0041_,2014-02-28,2026-11-28 10:30,12.5,Yes,Beginner",
    "'=1+1 & <b> _x0041_,1850-01-01,2026-11-28 10:30,12.5,Yes,Beginner",
    '',
  ])
})

test('stored values have the names of fields', async () => {
  const [sheet] = await readWorkbook(written({ columns: ['id', 'level'] }, [record]))
  expect(sheet?.text).toBe(`id,level\r\n${record.id},b\r\n`)
})
