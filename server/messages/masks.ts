/** « •• •• •• •• 01 »: enough to recognise one's own number, too little to learn another's. */
export const maskedPhone = (digits: string): string => `•• •• •• •• ${digits.slice(-2)}`

/** « e…@example.com » */
const maskedMail = (address: string): string => address.replace(/^(.).*(?=@)/, '$1…')

/** The recipient as administrators read it. A push goes to an account, which needs no mask. */
export function maskedRecipient(channel: string, recipient: string): string {
  if (channel === 'sms') return maskedPhone(recipient)
  return channel === 'mail' ? maskedMail(recipient) : recipient
}
