import { normalEmail } from '@app/contracts/entered-line'
import fc from 'fast-check'
import { hostileText, mutatedText } from '../hostile-text'
import { hold, target } from '../target'

const good = [
  'ada@example.com',
  'Zoe+Club@Example.co.uk',
  "o'neil@b.co",
  'ada@example.com,eve@evil.example',
  'Ada <ada@example.com>',
  'ada@example.com\r\nBcc: eve@evil.example',
  '"ada@evil.example"@example.com',
  'group: a@b.co;',
]

export const emailAddress = target({
  name: 'mail address',
  input: fc.oneof(
    mutatedText(good),
    hostileText(['ada', '@', '.', 'example', '.com', ',', ';', '<', '>', '"', '\r\n', ' ', '＠', '．'], 12),
  ),
  check(text) {
    const address = normalEmail(text)
    if (address === undefined) return false
    hold(address.length <= 254, 'longer than a mail server takes')
    hold(
      /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+@[a-z0-9.-]+\.[a-z0-9-]+$/.test(address),
      `no plain mailbox: ${JSON.stringify(address)}`,
    )
    const [local = '', host = ''] = address.split('@')
    hold(local.split('.').every(Boolean), `dots out of place: ${address}`)
    hold(
      host.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label)),
      `no host: ${address}`,
    )
    hold(normalEmail(address) === address, 'normalized again it is another one')
    return true
  },
})
