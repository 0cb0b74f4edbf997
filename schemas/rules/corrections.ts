/**
 * The first half of the id of whatever replaces a payment, `xxxxxxxx-xxxx-8xxx`: the last 60 bits of the replaced one's id, which are random in a UUID, and so tell
 * the payments of one order apart.
 */
function beginning(replaced: string): string {
  const hex = replaced
    .replace(/[^\da-f]/g, '')
    .padStart(15, '0')
    .slice(-15)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12)}`
}

/**
 * A new id for the payment that is entered instead of a wrong one: a UUIDv8 (RFC 9562) whose first half tells the wrong one, so that the server recognises two
 * corrections of one payment, and whose second half is random, so that both are records of their own on the devices that made them.
 */
export function replacementId(replaced: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${beginning(replaced)}-${hex.slice(0, 4)}-${hex.slice(4)}`
}

/** Whether a payment was entered instead of another one. */
export const replaces = (id: string, replaced: string): boolean => id.startsWith(`${beginning(replaced)}-`)
