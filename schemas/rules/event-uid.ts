/**
 * What an appointment is called in calendars (RFC 5545, UID): the same in the mail that announces it, in the file of the customer's space and in the staff's
 * feed, so that a calendar updates its event and never shows it twice. @param domain the sub-domain that the company had when the record was
 * made: events keep their names when it changes
 */
export const eventUid = (kind: string, id: string, domain: string): string => `${kind}-${id}@${domain}.lolapp`
