import { createHmac } from 'node:crypto'
import type { KnownDeviceStore } from '../sessions/known-device'
import type { Slot } from './login-code'

/** The network that shares a budget: /24 of IPv4, /48 of IPv6 (`clientAddress` gives the address or the /64). */
const networkOf = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.')

/** Which budgets a request for a code counts against: those of a known browser, or those of its network. */
export const codeSlot =
  ({ devices, pepper }: { devices: Pick<KnownDeviceStore, 'isKnown'>; pepper: string }) =>
  async (email: string, from: { address: string; deviceId: string | undefined }): Promise<Slot> => {
    const known = from.deviceId !== undefined && (await devices.isKnown(email, from.deviceId))
    const source = known ? `device ${from.deviceId}` : `network ${networkOf(from.address)}`
    const key = createHmac('sha256', pepper).update(source).digest('base64url').slice(0, 22)
    return { pool: known ? 'known' : 'open', key }
  }
