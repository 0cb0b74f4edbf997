/** A number of 32 bits that depends on every character of a text (FNV-1a, its bits mixed at the end). */
function print32(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The first half of the id of whatever replaces a payment, `xxxxxxxx-xxxx-8xxx`: 60 bits, enough to tell the payments of one order apart. */
function beginning(replaced: string): string {
  const [first, second] = [0x811c9dc5, 0x9e3779b9].map((seed) =>
    print32(replaced, seed).toString(16).padStart(8, '0'),
  ) as [string, string]
  return `${first}-${second.slice(0, 4)}-8${second.slice(4, 7)}`
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

/** Why a correction does not count, in the words of the form and of the server's refusal. */
export const CORRECTED_ALREADY =
  'Ce paiement a été corrigé ou annulé entre-temps : cette correction ne compte pas. Vérifiez la liste ; s’il y manque un montant, ajoutez un paiement.'
