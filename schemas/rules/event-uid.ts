/**
 * What an appointment is called in calendars (RFC 5545, UID): the same in the mail that announces it, in the file of the customer's space and in the staff's
 * feed, so that a calendar updates its event and never shows it twice. @param company the first label of its host
 */
export const eventUid = (kind: string, id: string, company: string): string => `${kind}-${id}@${company}.lolapp`
