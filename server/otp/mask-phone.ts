/** « 06 •• •• •• 01 »: enough for its owner to recognise it, too little for others to call it. @param phone national digits */
export const maskPhone = (phone: string): string =>
  phone.length < 8 ? '••' : `${phone.slice(0, 2)} •• •• •• ${phone.slice(-2)}`
