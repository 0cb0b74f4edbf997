/** Characters of a password that somebody chooses, at least; the server knows the other rules (server/accounts/password-rules.ts). */
export const MIN_PASSWORD = 12
