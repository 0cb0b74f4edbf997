import { domainToASCII, domainToUnicode } from 'node:url'

/** What a domain with accents holds, besides letters: nothing that ends a host in an address. */
const HOST = /^[^\s\p{Cc}/?#:@\\%]+$/u
const ASCII = /^\p{ASCII}*$/u

/** The same address with another domain; unchanged where that has none. */
function withDomain(address: string, change: (domain: string) => string): string {
  const at = address.lastIndexOf('@')
  const domain = at === -1 ? '' : change(address.slice(at + 1))
  return domain === '' ? address : address.slice(0, at + 1) + domain
}

/**
 * The address with its domain as the DNS knows it: « contact@rénov.fr » is « contact@xn--rnov-bpa.fr » (RFC 5891). Of one address that is typed, some browsers
 * give the one and some the other, and a mail server takes the first from whoever speaks SMTPUTF8 only.
 */
export const asciiMail = (address: string): string =>
  withDomain(address, (domain) => (ASCII.test(domain) || !HOST.test(domain) ? domain : domainToASCII(domain)))

/** The mail of an account as the tables store it. */
export const normalMail = (mail: string): string => asciiMail(mail.trim().toLowerCase())

/** A mail of an account, and how it was stored before its domain was (as it was typed). @param mail as `normalMail` gives it */
export const mailSpellings = (mail: string): string[] => [
  ...new Set([mail, withDomain(mail, (domain) => (domain.includes('xn--') ? domainToUnicode(domain) : domain))]),
]
