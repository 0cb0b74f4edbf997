/** « •• •• •• •• 01 »: enough to recognise one's own number, too little to learn another's. */
export const maskedPhone = (digits: string): string => `•• •• •• •• ${digits.slice(-2)}`

/** « e…@example.com » */
const maskedMail = (address: string): string => address.replace(/^(.).*(?=@)/, '$1…')

/** Who a message is for, as administrators read it. A push is for an account, which hides nothing. */
export function maskedRecipient(channel: string, recipient: string): string {
  if (channel === 'sms') return maskedPhone(recipient)
  return channel === 'mail' ? maskedMail(recipient) : recipient
}
